import type { Knex } from 'knex';
import { apEmailOfTopic } from '../accounts/company/ap-email';
import { savedSearchOfTopic, wantListOfTopic } from '../contract/notification-kinds';
import { readUnsubscribeToken } from '../mail/unsubscribe-token';
import type { Services } from '../services';
import { type SilencedAlert, silenceable, type Unsubscriber } from './choices';

/** The token alone authorizes: it is signed, and changes nothing but what it names (RFC 8058). */
export async function findUnsubscriber(
  _viewer: unknown,
  { token }: { token: string },
  { config, db }: Pick<Services, 'config' | 'db'>,
): Promise<Unsubscriber | null> {
  const named = readUnsubscribeToken(config, token);
  const kinds = silenceable(named?.topics ?? []);
  const searchIds = (named?.topics ?? []).map(savedSearchOfTopic).filter((id) => id !== null);
  const listIds = (named?.topics ?? []).map(wantListOfTopic).filter((id) => id !== null);
  const apEmails = await Promise.all((named?.topics ?? []).map((topic) => apEmailOfTopic(db, topic)));
  const apEmail = apEmails.find((found) => found !== null) ?? null;
  const isAlert = searchIds.length + listIds.length > 0;
  if (!named || (kinds.length === 0 && !isAlert && !apEmail)) return null;
  const user = await db('users').where({ id: named.userId }).first('id', 'buyer_id');
  if (!user) return null;
  const silenced = (table: 'saved_searches' | 'want_lists', ids: readonly number[]) =>
    Promise.all(ids.map((id) => silencedAlert(db, table, user.buyer_id, id)));
  const searches = await silenced('saved_searches', searchIds);
  const wantLists = await silenced('want_lists', listIds);
  return { userId: user.id, kinds, searches, wantLists, apEmail };
}

async function silencedAlert(
  db: Knex,
  table: 'saved_searches' | 'want_lists',
  buyer_id: number | null,
  id: number,
): Promise<SilencedAlert> {
  const found = buyer_id && (await db(table).where({ id, buyer_id }).first('name'));
  return { id, name: found ? found.name : null };
}
