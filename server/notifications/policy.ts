import type { NotificationKind } from '../contract/notification-kinds';
import { readUnsubscribeToken } from '../mail/unsubscribe-token';
import type { Services } from '../services';
import { silenceable } from './choices';

export interface Unsubscriber {
  readonly userId: number;
  readonly kinds: readonly NotificationKind[];
}

/** The token alone authorizes: it is signed, and changes nothing but what it names (RFC 8058). */
export async function findUnsubscriber(
  _viewer: unknown,
  { token }: { token: string },
  { config, db }: Pick<Services, 'config' | 'db'>,
): Promise<Unsubscriber | null> {
  const named = readUnsubscribeToken(config, token);
  const kinds = silenceable(named?.topics ?? []);
  if (!named || kinds.length === 0) return null;
  const user = await db('users').where({ id: named.userId }).first('id');
  return user ? { userId: user.id, kinds } : null;
}
