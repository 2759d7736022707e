import type { Identity } from './channel';

export type Revoked = { readonly userId?: number; readonly sessionKey?: string };

export const concerns = ({ userId, sessionKey }: Revoked, viewer: Identity) =>
  userId === viewer.id || (sessionKey !== undefined && sessionKey === viewer.sessionKey);

/**
 * What was revoked while somebody was being identified: the answer to "who is this" may be older than the
 * revocation, and the socket was not yet there to be closed. Remembers only while somebody is.
 */
export class Revocations {
  #log: ((viewer: Identity) => boolean)[] = [];
  #watching = 0;

  add(revoked: Revoked) {
    if (this.#watching > 0) this.#log.push((viewer) => concerns(revoked, viewer));
  }

  /** Some may have been missed: whoever is being identified has to be asked again. */
  addUnknown() {
    if (this.#watching > 0) this.#log.push(() => true);
  }

  /** Asks `identify` until no revocation came in between; null after three times. */
  async settle<V extends Identity>(identify: () => Promise<V | null>): Promise<V | null> {
    this.#watching++;
    try {
      for (let attempt = 1; attempt <= 3; attempt++) {
        const from = this.#log.length;
        const viewer = await identify();
        if (!viewer || !this.#log.slice(from).some((concern) => concern(viewer))) return viewer;
      }
      return null;
    } finally {
      if (--this.#watching === 0) this.#log = [];
    }
  }
}
