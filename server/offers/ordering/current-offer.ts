import type { Knex } from 'knex';
import type { Person } from '../../accounts/policy';
import { HttpError } from '../../http/errors';
import { OFFER_CHANGED } from '../contract';
import { visibleOffer } from '../policy';
import { type DocumentContext, offerDocument } from '../serializer';

interface Shown {
  readonly db: Knex;
  readonly viewer: Person;
  readonly context: DocumentContext;
}

/** Adds the offer as it is now to the 409 of an act on an older version. */
export async function orCurrentOffer<Result>(
  act: Promise<Result>,
  { id }: { id: number },
  { db, viewer, context }: Shown,
): Promise<Result> {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof HttpError) || error.body.error !== OFFER_CHANGED) throw error;
    const offer = await visibleOffer(viewer, { id }, { db });
    if (!offer) throw error;
    const current = await offerDocument(db, id, offer, viewer, context);
    throw new HttpError(error.status, { ...error.body, offer: current });
  }
}
