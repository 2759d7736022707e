import type { Response } from 'express';
import type { Knex } from 'knex';
import type { OfferRow } from '../../db/tables';
import type { Person } from '../accounts/policy';
import { HttpError, NotFound } from '../http/errors';
import type { Services } from '../services';
import {
  type DocumentContext,
  offerDocument,
  offerProductDocument,
  type ReadByAct,
  readCourseWithCommit,
} from './document';
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

type Acting = Pick<Services, 'transaction'>;

export function currentOffers(db: Knex, context: DocumentContext) {
  const document = (viewer: Person, offer: OfferWithNames, read: ReadByAct = {}) =>
    offerDocument(db, offer, { ...context, ...read, viewer });

  /** Acts by one transaction, which leaves the offer sent and reads what the answer shows of its course. */
  async function actOnSent(
    { transaction }: Acting,
    { viewer, id }: { readonly viewer: Person; readonly id: number },
    act: (acting: Acting) => Promise<Acted>,
  ): Promise<Acted> {
    let course: ReturnType<typeof readCourseWithCommit> | undefined;
    const acted = await act({
      transaction: (inside) =>
        transaction(async (tx) => {
          const result = await inside(tx);
          course = readCourseWithCommit(tx, id, { ...context, viewer });
          return result;
        }),
    });
    return { ...acted, ...(await course) };
  }

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
    actOnSent,
    /** `found` is the offer before the act, which changes no names. */
    async documentAfter(viewer: Person, found: OfferWithNames, act: Promise<Acted>) {
      const { offer, ...read } = await orCurrent(viewer, found.id, act);
      return document(viewer, { ...found, ...offer }, read);
    },
    /** Answers 202 with the unchanged offer where the act waits for an approval. */
    async documentOrRequest(
      { viewer, subject, res }: ActingCall,
      actOrRequest: ActOrRequest,
      act: () => Promise<Acted>,
    ) {
      const acted = await orCurrent(viewer, subject.id, actOrRequest(viewer, act));
      if (acted) {
        const { offer, ...read } = acted;
        return document(viewer, { ...subject, ...offer }, read);
      }
      res.status(202);
      const offer = await visibleOffer(viewer, subject, { db });
      if (!offer) throw NotFound();
      return document(viewer, offer);
    },
    lineDocument: (viewer: Person, found: OfferWithNames, { offer, lines, basis }: Acted, lineId: number) =>
      offerProductDocument(db, { ...found, ...offer }, lineId, { ...context, viewer, lines, basis }),
  };
}

export type CurrentOffers = ReturnType<typeof currentOffers>;
