import type { Identity } from './channel';

export type Revoked = { readonly userId?: number; readonly sessionKey?: string };

export const concerns = ({ userId, sessionKey }: Revoked, viewer: Identity) =>
  userId === viewer.id || (sessionKey !== undefined && sessionKey === viewer.sessionKey);

type Concern = (viewer: Identity) => boolean;

/**
 * What was revoked while somebody was being identified: the answer to "who is this" may be older than the
 * revocation, and the socket was not yet there to be closed. Remembers only while somebody is.
 */
export class Revocations {
  readonly #watching = new Set<Concern[]>();

  add(revoked: Revoked) {
    for (const concerning of this.#watching) concerning.push((viewer) => concerns(revoked, viewer));
  }

  /** Some may have been missed: whoever is being identified has to be asked again. */
  addUnknown() {
    for (const concerning of this.#watching) concerning.push(() => true);
  }

  /** Asks `identify` until no revocation came in between; null after three times. */
  async settle<V extends Identity>(identify: () => Promise<V | null>): Promise<V | null> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const concerning: Concern[] = [];
      this.#watching.add(concerning);
      try {
        const viewer = await identify();
        if (!viewer || !concerning.some((concern) => concern(viewer))) return viewer;
      } finally {
        this.#watching.delete(concerning);
      }
    }
    return null;
  }
}
