/**
 * Pages that are to come. A link to one that is not there yet is written as
 * plain text; a link to any other page that is missing stops the build.
 */
export const planned: readonly string[] = [
  "why-position/",
  "ladder/",
  "sinusoids/",
  "learned-tables/",
  "relative-positions/",
  "rope/",
  "long-context/",
  "choosing/",
  "documents/0/",
  "documents/1/",
  "documents/2/",
  "documents/3/",
  "documents/4/",
];
