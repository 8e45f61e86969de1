// One file has no room for languages that few pages are in: a page adds them.
export default {};
