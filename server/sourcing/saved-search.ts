import type { InferType } from 'yup';
import type { Tx } from '../../db/transaction';
import { Invalid, NotFound } from '../http/errors';
import type { OpenedSearch, SavedSearch } from './contract';
import { lockBuyer } from './favorite';
import { newProductIds, savedSearchesOf } from './queries';
import type { newSavedSearchBody, savedSearchBody } from './schema';
import { savedSearchDocument } from './serializer';

const MAX_SAVED_SEARCHES = 50;

type NewSearch = InferType<typeof newSavedSearchBody>['saved_search'];
type SearchChanges = InferType<typeof savedSearchBody>['saved_search'];

const NAME_TAKEN = 'You already have a search with this name.';

async function refuseTakenName(tx: Tx, buyer_id: number, name: string, exceptId = 0) {
  const taken = await tx('saved_searches').where({ buyer_id, name }).whereNot({ id: exceptId }).first('id');
  if (taken) throw Invalid(NAME_TAKEN, { name: [NAME_TAKEN] });
}

async function documentOf(tx: Tx, buyer_id: number, id: number): Promise<SavedSearch> {
  const [row] = await savedSearchesOf(tx, buyer_id, id);
  if (!row) throw NotFound();
  return savedSearchDocument(row);
}

/** Throws 422 for a name that the buyer has, and beyond the limit. */
export async function createSavedSearch(tx: Tx, buyer_id: number, search: NewSearch): Promise<SavedSearch> {
  await lockBuyer(tx, buyer_id);
  await refuseTakenName(tx, buyer_id, search.name);
  const saved = await tx('saved_searches').where({ buyer_id }).select('id');
  if (saved.length >= MAX_SAVED_SEARCHES) throw Invalid(`You can save up to ${MAX_SAVED_SEARCHES} searches.`);
  const [{ id } = { id: 0 }] = await tx('saved_searches')
    .insert({ buyer_id, ...search })
    .returning('id');
  return documentOf(tx, buyer_id, id);
}

/** Nothing collected while there was no alert is mailed once there is one. */
const settleNews = (tx: Tx, saved_search_id: number) =>
  tx('saved_search_news').where({ saved_search_id }).whereNull('sent_at').update({ sent_at: tx.fn.now() });

/** What another query finds already is not new. */
async function changeQuery(tx: Tx, id: number, query: object) {
  await tx('saved_search_news').where({ saved_search_id: id }).delete();
  await tx('saved_searches')
    .where({ id })
    .update({ query, since: tx.raw('pg_current_snapshot()'), opened_at: tx.fn.now() });
}

export async function updateSavedSearch(
  tx: Tx,
  buyer_id: number,
  id: number,
  { name, alert, query }: SearchChanges,
): Promise<SavedSearch> {
  await lockBuyer(tx, buyer_id);
  const before = await tx('saved_searches').where({ id, buyer_id }).forUpdate().first('alert');
  if (!before) throw NotFound();
  if (name) {
    await refuseTakenName(tx, buyer_id, name, id);
    await tx('saved_searches').where({ id }).update({ name });
  }
  if (alert) await tx('saved_searches').where({ id }).update({ alert });
  if (alert && before.alert === 'off') await settleNews(tx, id);
  if (query) await changeQuery(tx, id, query);
  return documentOf(tx, buyer_id, id);
}

export async function deleteSavedSearch(tx: Tx, buyer_id: number, id: number): Promise<undefined> {
  await tx('saved_searches').where({ id, buyer_id }).delete();
  return undefined;
}

/** Says what is new, and counts from here on. An alert that is due still tells of it. */
export async function openSavedSearch(tx: Tx, buyer_id: number, id: number): Promise<OpenedSearch> {
  await tx('saved_searches').where({ id, buyer_id }).forUpdate().first('id');
  const new_product_ids = await newProductIds(tx, id);
  await tx('saved_searches').where({ id, buyer_id }).update({ opened_at: tx.fn.now() });
  return { saved_search: await documentOf(tx, buyer_id, id), new_product_ids };
}
