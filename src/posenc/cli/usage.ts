/** A mistake in the command line: told in one line, exit code 2. */
export class UsageError extends Error {
  /**
   * @param command - whose help says what is right: "table alibi", or none
   */
  constructor(
    readonly command: string,
    message: string,
  ) {
    super(command ? `${command}: ${message}` : message);
  }
}
