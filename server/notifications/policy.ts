import type { Knex } from 'knex';
import { apEmailOfTopic } from '../accounts/company/ap-email';
import { savedSearchOfTopic } from '../contract/notification-kinds';
import { readUnsubscribeToken } from '../mail/unsubscribe-token';
import type { Services } from '../services';
import { type SilencedSearch, silenceable, type Unsubscriber } from './choices';

/** The token alone authorizes: it is signed, and changes nothing but what it names (RFC 8058). */
export async function findUnsubscriber(
  _viewer: unknown,
  { token }: { token: string },
  { config, db }: Pick<Services, 'config' | 'db'>,
): Promise<Unsubscriber | null> {
  const named = readUnsubscribeToken(config, token);
  const kinds = silenceable(named?.topics ?? []);
  const searchIds = (named?.topics ?? []).map(savedSearchOfTopic).filter((id) => id !== null);
  const apEmails = await Promise.all((named?.topics ?? []).map((topic) => apEmailOfTopic(db, topic)));
  const apEmail = apEmails.find((found) => found !== null) ?? null;
  if (!named || (kinds.length === 0 && searchIds.length === 0 && !apEmail)) return null;
  const user = await db('users').where({ id: named.userId }).first('id', 'buyer_id');
  if (!user) return null;
  const searches = await Promise.all(searchIds.map((id) => silencedSearch(db, user.buyer_id, id)));
  return { userId: user.id, kinds, searches, apEmail };
}

async function silencedSearch(db: Knex, buyer_id: number | null, id: number): Promise<SilencedSearch> {
  const found = buyer_id && (await db('saved_searches').where({ id, buyer_id }).first('name'));
  return { id, name: found ? found.name : null };
}
