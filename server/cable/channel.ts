/** The session key is the id of the session or the bearer token; revoking it closes the socket. */
export interface Identity {
  readonly id: number;
  readonly sessionKey: string;
}

export interface Channel<V> {
  readonly name: string;
  may(viewer: V): boolean;
  /** Returns null to reject the subscription. `params` is unvalidated input of the client. */
  streams(viewer: V, params: Readonly<Record<string, unknown>>): readonly string[] | null;
}
