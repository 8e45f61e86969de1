// What the console tells whoever wrote the page of what a group does to a figure's
// values.

/** What has become of a value. */
export interface Met {
  readonly name: string;
  readonly theirs?: unknown;
  readonly ours?: unknown;
}

const notes = {
  begins: ({ name, theirs, ours }: Met, group: string) =>
    `begins with ${name}="${theirs}" of ${group} and not with its own ${ours}`,
  differs: ({ name, theirs, ours }: Met, group: string) =>
    `cannot share ${name}="${theirs}" of ${group} and has ${ours}; give the figures of a group the same lengths`,
  leaves: ({ name }: Met, group: string) =>
    `leaves ${name} to ${group} where another figure locks it`,
};

export type Note = keyof typeof notes;

export function tellOfGroup(figure: Element, note: Note, met: Met): void {
  const group = `sync="${figure.getAttribute("sync")}"`;
  console.info(`posenc: <${figure.localName}> ${notes[note](met, group)}`);
}
