// dist/widgets/here.js, for auto.js when it is imported: a script cannot ask for
// its own address, and what it imports can.
export default import.meta.url;
