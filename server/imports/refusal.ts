/** Thrown in the worker; the web process answers with its status and message. */
export class Refused extends Error {
  constructor(
    readonly status: 409 | 422,
    message: string,
  ) {
    super(message);
  }
}
