/**
 * Pages that are to come. A link to one that is not there yet is written as
 * plain text; a link to any other page that is missing stops the build.
 */
export const planned: readonly string[] = [
  "why-position/",
  "ladder/",
  "sinusoids/",
  "what-waves-can-do/",
  "code/",
  "learned-tables/",
  "putting-them-in/",
  "relative-positions/",
  "rope-and-alibi/",
  "other-designs/",
  "long-context/",
  "choosing/",
  "questions/",
  "documents/0/",
  "documents/1/",
  "documents/2/",
  "documents/3/",
  "documents/4/",
];
