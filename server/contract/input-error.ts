/** What a client sent cannot be used; the message says so. Answered with 422. */
export class InputError extends Error {}
