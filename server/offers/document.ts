import type { Knex } from 'knex';
import { groupRows } from '../../db/rows';
import { whenSent } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import type { Person } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import { NotFound } from '../http/errors';
import type { OfferDocument, OfferProductDocument, OffersDocument } from './contract';
import { sideOf } from './policy';
import {
  type HeldOffer,
  type HistoryRow,
  heldOffers,
  historyOf,
  type Line,
  linesOf,
  type OfferWithNames,
} from './queries';
import { inCart } from './rules';
import { type LoadThreads, lineResource, NO_THREADS, offerResource, type Threads } from './serializer';
import { offerShipping } from './shipping/serializer';
import { type ShippingBasis, shippingBasesOf } from './shipping/shipping';

export interface DocumentContext {
  readonly feeBps: number;
  readonly loadThreads: LoadThreads;
}

const offerOf = ({ offer_id }: { offer_id: number }) => offer_id;

type Details = readonly [
  lines: readonly Line[],
  history: readonly HistoryRow[],
  bases: readonly ShippingBasis[],
  held: readonly HeldOffer[],
  threads: Threads,
];

/** What of a sent offer its moves and messages change. */
interface Course {
  readonly history: readonly HistoryRow[];
  readonly held: readonly HeldOffer[];
  readonly threads: Threads;
}

/** What an act has read or written in its transaction. */
export interface ReadByAct extends Partial<Course> {
  readonly lines?: readonly Line[] | undefined;
  readonly basis?: ShippingBasis | undefined;
}

interface DocumentReader extends DocumentContext, ReadByAct {
  readonly viewer: Person;
}

const readsHeld = (viewer: Person) => sideOf(viewer) !== 'buyer';

/** Of an act that leaves the offer sent, read with its commit, which saves the answer a round trip. */
export function readCourseWithCommit(
  tx: Tx,
  offerId: number,
  { viewer, loadThreads }: Pick<DocumentReader, 'viewer' | 'loadThreads'>,
): Promise<Course> {
  const course = new Promise<Course>((resolve, reject) => {
    async function read(onSent: () => void) {
      const [history, held, threads] = await Promise.all([
        historyOf(tx, [offerId]),
        readsHeld(viewer) ? heldOffers(tx, [offerId]) : [],
        loadThreads(tx, [offerId], viewer, onSent),
      ]);
      resolve({ history, held, threads });
    }
    tx.beforeCommit(() =>
      whenSent((onSent) => {
        const reading = read(onSent);
        reading.catch(reject);
        return reading;
      }),
    );
  });
  // Where it fails, so does the act, which says why.
  course.catch(() => undefined);
  return course;
}

/** An offer in a cart has no history and no messages; buyers never hear of rules. */
function detailsOf(
  db: Knex,
  offers: readonly OfferWithNames[],
  { viewer, loadThreads, lines, basis, history, held, threads }: DocumentReader,
): Promise<Details> {
  const ids = offers.map(({ id }) => id);
  const sent = offers.filter(({ state }) => !inCart(state)).map(({ id }) => id);
  const isSent = sent.length > 0;
  return Promise.all([
    lines ?? linesOf(db, ids),
    history ?? (isSent ? historyOf(db, sent) : []),
    basis ? [basis] : shippingBasesOf(db, ids),
    held ?? (isSent && readsHeld(viewer) ? heldOffers(db, sent) : []),
    threads ?? (isSent ? loadThreads(db, sent, viewer) : NO_THREADS),
  ]);
}

function document(
  offers: readonly OfferWithNames[],
  [lines, history, bases, held, threads]: Details,
  { viewer, feeBps }: DocumentReader,
): OffersDocument {
  const linesFor = groupRows(lines, offerOf);
  const historyFor = groupRows(history, offerOf);
  const basisFor = new Map(bases.map((basis) => [basis.offer_id, basis]));
  const holdFor = new Map(held.map((offer) => [offer.offer_id, offer.held]));
  const side = sideOf(viewer);
  const resource = (offer: OfferWithNames) => {
    const [own, basis] = [linesFor(offer.id), basisFor.get(offer.id)];
    // A cart emptied since the offers were read has deleted its offer.
    if (!basis) return [];
    const shipping = offerShipping(offer, own, basis, side);
    const minimum = offer.state === 'draft' ? basis.min_order_cents : null;
    const hold = holdFor.get(offer.id);
    return offerResource(offer, own, historyFor(offer.id), {
      threads,
      shipping,
      minimum,
      hold,
      side,
      acts: isCapable(viewer, 'offers:write'),
      viewer,
      feeBps,
    });
  };
  return {
    data: offers.flatMap(resource),
    included: offers.flatMap((offer) => linesFor(offer.id).map((line) => lineResource(offer, line, side))),
  };
}

export async function offersDocument(
  db: Knex,
  offers: readonly OfferWithNames[],
  viewer: Person,
  context: DocumentContext,
): Promise<OffersDocument> {
  const reader = { ...context, viewer };
  return document(offers, await detailsOf(db, offers, reader), reader);
}

/** Throws NotFound when the offer was deleted since. */
export async function offerDocument(
  db: Knex,
  offer: OfferWithNames,
  reader: DocumentReader,
): Promise<OfferDocument> {
  const { data, included } = document([offer], await detailsOf(db, [offer], reader), reader);
  const [resource] = data;
  if (!resource) throw NotFound();
  return { data: resource, included };
}

export async function offerProductDocument(
  db: Knex,
  offer: OfferWithNames,
  lineId: number,
  reader: DocumentReader,
): Promise<OfferProductDocument> {
  const { data, included } = await offerDocument(db, offer, reader);
  const line = included.find(({ id }) => id === String(lineId));
  if (!line) throw NotFound();
  return { data: line, included: [data] };
}
