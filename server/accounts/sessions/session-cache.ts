import type { Cable } from '../../cable/cable';
import { OwnerCache, type Target } from '../owner-cache';
import type { OwnedSession } from '../queries';

/** Faster than structuredClone; a session is two levels deep. */
function copyOf({ content, owner }: OwnedSession): OwnedSession {
  const copy: Record<string, unknown> = { ...content };
  for (const name of Object.keys(copy))
    if (typeof copy[name] === 'object' && copy[name]) copy[name] = { ...copy[name] };
  return { content: copy as unknown as OwnedSession['content'], owner: owner && { ...owner } };
}

const isMeant = ({ owner }: OwnedSession, { userId, sellerId }: Target) =>
  owner === null || owner.id === userId || (sellerId !== undefined && owner.seller_id === sellerId);

/** Sessions and their owners. */
export class SessionCache extends OwnerCache<OwnedSession> {
  constructor(cable: Pick<Cable, 'addListener' | 'isListening'>) {
    super(cable, { copy: copyOf, isMeant });
  }
}
