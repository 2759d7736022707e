import type { Tx } from '../../../db/transaction';
import { type Cable, DISCONNECTS } from '../../cable/cable';
import { createLru } from '../../cache/caches';
import type { OwnedSession } from '../queries';

const MAX_SESSIONS = 5_000;
const MAX_AGE_MS = 3_000;

export const OWNER_CHANGES = 'accounts/owner_changes';

type Target = {
  readonly userId?: number;
  readonly sellerId?: number;
  readonly sessionKey?: string;
};

/** Pages show a change of an account's or seller's row at once, in every process. */
export const ownerChanged = (tx: Tx, target: { userId: number } | { sellerId: number }) =>
  tx.afterCommit(() => tx.cable.announce(OWNER_CHANGES, target));

interface Entry {
  readonly session: OwnedSession;
  readonly readAt: number;
}

/** Faster than structuredClone; a session is two levels deep. */
function copyOf({ content, owner }: OwnedSession): OwnedSession {
  const copy: Record<string, unknown> = { ...content };
  for (const name of Object.keys(copy))
    if (typeof copy[name] === 'object' && copy[name]) copy[name] = { ...copy[name] };
  return { content: copy as unknown as OwnedSession['content'], owner: owner && { ...owner } };
}

const isMeant = ({ owner }: OwnedSession, { userId, sellerId }: Target) =>
  owner === null || owner.id === userId || (sellerId !== undefined && owner.seller_id === sellerId);

/** Sessions and owners for at most 3 s. Bypassed while this process would miss a revocation or a change. */
export class SessionCache {
  readonly #cable: Pick<Cable, 'addListener' | 'isListening'>;
  readonly #entries = createLru<string, Entry>({ max: MAX_SESSIONS });
  #drops = 0;
  #follows = false;

  constructor(cable: Pick<Cable, 'addListener' | 'isListening'>) {
    this.#cable = cable;
  }

  async read(sessionKey: string, load: () => Promise<OwnedSession | null>): Promise<OwnedSession | null> {
    if (!this.#isCurrent()) return load();
    const readAt = performance.now();
    const entry = this.#entries.get(sessionKey);
    if (entry && readAt - entry.readAt < MAX_AGE_MS) return copyOf(entry.session);
    const drops = this.#drops;
    const session = await load();
    // What was dropped meanwhile may have been read before the change.
    if (session && drops === this.#drops) this.#entries.set(sessionKey, { session: copyOf(session), readAt });
    return session;
  }

  drop(sessionKey: string) {
    this.#drops += 1;
    this.#entries.delete(sessionKey);
  }

  #isCurrent() {
    if (!this.#follows) this.#follow();
    return this.#cable.isListening();
  }

  #follow() {
    this.#follows = true;
    this.#cable.addListener({
      message: (stream, json) => {
        if (stream === DISCONNECTS || stream === OWNER_CHANGES) this.#dropTarget(JSON.parse(json) as Target);
      },
      gap: () => this.#clear(),
    });
  }

  #dropTarget(target: Target) {
    if (target.sessionKey !== undefined) return this.drop(target.sessionKey);
    this.#drops += 1;
    for (const [key, { session }] of this.#entries.entries())
      if (isMeant(session, target)) this.#entries.delete(key);
  }

  #clear() {
    this.#drops += 1;
    this.#entries.clear();
  }
}
