/** Whose socket it is. The session key is the session's or the bearer token's id: revoking it closes the socket. */
export interface Identity {
  readonly id: number;
  readonly sessionKey: string;
}

/** A channel as a value: who may subscribe, and which streams a subscription then carries. */
export interface Channel<V> {
  /** As clients write it, `OffersChannel`. */
  readonly name: string;
  may(viewer: V): boolean;
  /** null refuses the subscription. `params` is what the client sent: anything at all, bar `channel`. */
  streams(viewer: V, params: Readonly<Record<string, unknown>>): readonly string[] | null;
}
