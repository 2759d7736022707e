/** Why a request cannot be met; the worker finds out, the web process answers it. */
export class Refused extends Error {
  constructor(
    readonly status: 409 | 422,
    message: string,
  ) {
    super(message);
  }
}
