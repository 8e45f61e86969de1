/**
 * A value that the types forbid where a test gives it.
 *
 * @returns {any}
 */
export const untyped = (value) => value;
