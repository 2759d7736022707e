import type { Knex } from 'knex';
import type { Person } from '../accounts/policy';
import { HttpError, NotFound } from '../http/errors';
import { type DocumentContext, offerDocument, offerProductDocument } from './document';
import { visibleOffer } from './policy';

interface Identified {
  readonly id: number;
}

export function currentOffers(db: Knex, context: DocumentContext) {
  const current = async (viewer: Person, { id }: Identified) => {
    const offer = await visibleOffer(viewer, { id }, { db });
    if (!offer) throw NotFound();
    return offer;
  };

  const document = (viewer: Person, { id }: Identified) =>
    offerDocument(db, id, current(viewer, { id }), viewer, context);

  /** Adds the offer as it is now to the 409 of an act on an older version. */
  async function orCurrent<Result>(viewer: Person, id: number, act: Promise<Result>): Promise<Result> {
    try {
      return await act;
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'offer_changed') throw error;
      const offer = await visibleOffer(viewer, { id }, { db });
      if (!offer) throw error;
      const found = await offerDocument(db, id, offer, viewer, context);
      throw new HttpError(error.status, { ...error.body, offer: found });
    }
  }

  return {
    document,
    documentAfter: async (viewer: Person, id: number, act: Promise<Identified>) =>
      document(viewer, await orCurrent(viewer, id, act)),
    lineDocument: async (viewer: Person, offer: Identified, lineId: number) =>
      offerProductDocument(db, await current(viewer, offer), lineId, viewer, context),
    orCurrent,
  };
}

export type CurrentOffers = ReturnType<typeof currentOffers>;
