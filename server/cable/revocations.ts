import type { Identity } from './channel';

export type Revoked = { readonly userId?: number; readonly sessionKey?: string };

export const isRevoked = (viewer: Identity, { userId, sessionKey }: Revoked) =>
  userId === viewer.id || (sessionKey !== undefined && sessionKey === viewer.sessionKey);

type IsAffected = (viewer: Identity) => boolean;

const MAX_ATTEMPTS = 3;

/**
 * Revocations that arrive while a socket is being identified: the identification may be older than the revocation,
 * and the socket could not be closed yet. Stored only for running identifications.
 */
export class Revocations {
  readonly #pending = new Set<IsAffected[]>();

  add(revoked: Revoked) {
    for (const checks of this.#pending) checks.push((viewer) => isRevoked(viewer, revoked));
  }

  /** Revocations may have been lost, so every running identification repeats. */
  addGap() {
    for (const checks of this.#pending) checks.push(() => true);
  }

  /** Repeats `identify` until no revocation arrives meanwhile; returns null after three attempts. */
  async identifyUnrevoked<V extends Identity>(identify: () => Promise<V | null>): Promise<V | null> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const checks: IsAffected[] = [];
      this.#pending.add(checks);
      try {
        const viewer = await identify();
        if (!viewer || !checks.some((isAffected) => isAffected(viewer))) return viewer;
      } finally {
        this.#pending.delete(checks);
      }
    }
    return null;
  }
}
