import type { Response } from 'express';
import type { Knex } from 'knex';
import type { OfferRow } from '../../db/tables';
import type { Person } from '../accounts/policy';
import { HttpError, NotFound } from '../http/errors';
import { type DocumentContext, offerDocument, offerProductDocument, type ReadByAct } from './document';
import { type Party, visibleOffer } from './policy';
import type { OfferWithNames } from './queries';
import type { ActOrRequest } from './spending-limits';

/** What the act has not in hand, or has changed, is read for the answer. */
interface Acted extends ReadByAct {
  readonly offer: OfferRow & Partial<Pick<OfferWithNames, 'purchase_order_id'>>;
}

interface ActingCall {
  readonly viewer: Party;
  /** The offer before the act, which changes no names. */
  readonly subject: OfferWithNames;
  readonly res: Response;
}

export function currentOffers(db: Knex, context: DocumentContext) {
  const document = (viewer: Person, offer: OfferWithNames, { lines, basis }: ReadByAct = {}) =>
    offerDocument(db, offer, { ...context, viewer, lines, basis });

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
    async documentAfter(viewer: Person, found: OfferWithNames, act: Promise<Acted>) {
      const acted = await orCurrent(viewer, found.id, act);
      return document(viewer, { ...found, ...acted.offer }, acted);
    },
    /** Answers 202 with the unchanged offer where the act waits for an approval. */
    async documentOrRequest(
      { viewer, subject, res }: ActingCall,
      actOrRequest: ActOrRequest,
      act: () => Promise<Acted>,
    ) {
      const acted = await orCurrent(viewer, subject.id, actOrRequest(viewer, act));
      if (acted) return document(viewer, { ...subject, ...acted.offer }, acted);
      res.status(202);
      const offer = await visibleOffer(viewer, subject, { db });
      if (!offer) throw NotFound();
      return document(viewer, offer);
    },
    lineDocument: (viewer: Person, found: OfferWithNames, { offer, lines }: Acted, lineId: number) =>
      offerProductDocument(db, { ...found, ...offer }, lineId, { ...context, viewer, lines }),
  };
}

export type CurrentOffers = ReturnType<typeof currentOffers>;
