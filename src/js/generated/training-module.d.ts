declare const start: (options: object) => Promise<unknown>;
export default start;
