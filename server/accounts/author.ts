import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { Author } from './contract';

export interface AuthorColumns {
  readonly author_id: number | null;
  readonly author_name: string | null;
  readonly author_is_key: boolean | null;
}

/** `user` is the column that names the person. */
export const joinAuthor = (user: string) => `left join users author on author.id = ${user}`;

export const AUTHOR = `author.id as author_id,
  coalesce(nullif(author.full_name, ''), author.former_email, author.email)::text as author_name,
  author.status = 'key' as author_is_key`;

/** The key `by` of a history's entry; none for entries of the system, and for readers of the other side. */
export function authorFor(
  reader: 'buyer' | 'seller' | 'staff' | null,
  { actor, author_id, author_name, author_is_key }: AuthorColumns & { readonly actor: string },
): { by?: Author } {
  const mayRead = reader === null || reader === 'staff' || reader === actor;
  if (!mayRead || author_id === null) return {};
  return { by: { id: author_id, name: author_name ?? '', kind: author_is_key ? 'key' : 'person' } };
}

const selectKeyName = statement<{ full_name: string }>(
  'name of an API key',
  `select full_name from users where id = $1 and status = 'key'`,
);

/** Of the API key that acted; null where a person did. */
export const keyNameOf = async (db: Knex, userId: number | null): Promise<string | null> =>
  userId === null ? null : ((await selectKeyName(db, [userId]))[0]?.full_name ?? null);
