import type { Knex } from 'knex';
import type { OfferRow } from '../../db/tables';
import type { Person } from '../accounts/policy';
import { HttpError, NotFound } from '../http/errors';
import { type DocumentContext, offerDocument, offerProductDocument } from './document';
import { visibleOffer } from './policy';
import type { Line, OfferWithNames } from './queries';

/** What an act on a cart leaves, so that its answer does not read it again. */
export interface CartOffer {
  readonly offer: OfferRow;
  readonly lines: readonly Line[];
}

export function currentOffers(db: Knex, context: DocumentContext) {
  const document = (viewer: Person, offer: OfferWithNames, lines?: readonly Line[]) =>
    offerDocument(db, offer, { ...context, viewer, lines });

  /** Adds the offer as it is now to the 409 of an act on an older version. */
  async function orCurrent<Result>(viewer: Person, id: number, act: Promise<Result>): Promise<Result> {
    try {
      return await act;
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'offer_changed') throw error;
      const offer = await visibleOffer(viewer, { id }, { db });
      if (!offer) throw error;
      throw new HttpError(error.status, { ...error.body, offer: await document(viewer, offer) });
    }
  }

  return {
    document,
    orCurrent,
    /** `found` is the offer before the act, which changes no names. */
    documentAfter: async (viewer: Person, found: OfferWithNames, act: Promise<OfferRow>) =>
      document(viewer, { ...found, ...(await orCurrent(viewer, found.id, act)) }),
    documentNow: async (viewer: Person, id: number) => {
      const offer = await visibleOffer(viewer, { id }, { db });
      if (!offer) throw NotFound();
      return document(viewer, offer);
    },
    lineDocument: (viewer: Person, found: OfferWithNames, { offer, lines }: CartOffer, lineId: number) =>
      offerProductDocument(db, { ...found, ...offer }, lineId, { ...context, viewer, lines }),
  };
}

export type CurrentOffers = ReturnType<typeof currentOffers>;
