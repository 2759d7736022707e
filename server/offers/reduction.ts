import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import type { AcceptFailure } from './contract';
import {
  byParty,
  deleteOffer,
  expiryAfter,
  linesIn,
  lockOffer,
  nextState,
  recordMove,
  SYSTEM,
} from './offer';
import type { ActingParty } from './policy';
import type { Line } from './queries';

interface Shortage {
  readonly offerId: number;
  readonly viewer: ActingParty;
  readonly version: number | undefined;
  readonly config: Pick<Config, 'offerExpiryDays'>;
}

interface ShortLine {
  line: Line;
  available: bigint;
}

const shortOf = (line: Line): ShortLine[] => {
  const available = line.listed ? (line.units ?? 0n) : 0n;
  return available < line.quantity ? [{ line, available }] : [];
};

const failure = (cancelled: boolean, short: readonly ShortLine[]): AcceptFailure => ({
  cancelled,
  cancelled_products: short.map(({ line, available }) => ({
    id: line.product_id,
    name: line.name,
    old_units: line.quantity,
    new_units: available,
  })),
});

/** Returns null when the stock suffices after all. The caller commits although the acceptance failed. */
export async function reduceToStock(tx: Tx, shortage: Shortage): Promise<AcceptFailure | null> {
  const { offerId, viewer, version } = shortage;
  tx.names(offerId);
  const offer = await lockOffer(tx, offerId, version);
  nextState(offer, 'accept', viewer.kind);
  const lines = await linesIn(tx, offer);
  const short = lines.flatMap(shortOf);
  if (short.length === 0) return null;
  const isSoldOut = short.length === lines.length && short.every(({ available }) => available === 0n);
  if (isSoldOut && offer.state === 'draft') await deleteOffer(tx, offer, null, 'cut');
  else if (isSoldOut) await cancelSoldOut(tx, offer, lines, viewer);
  else await cutToStock(tx, offer, short, shortage);
  return failure(isSoldOut, short);
}

async function cancelSoldOut(tx: Tx, offer: OfferRow, lines: readonly Line[], viewer: ActingParty) {
  const changes = { state: nextState(offer, 'cancel', SYSTEM.actor), expires_at: null };
  const move = { event: 'cancel', changes, lines, by: SYSTEM, causedBy: byParty(viewer) } as const;
  await recordMove(tx, offer, move);
}

async function cutToStock(
  tx: Tx,
  offer: OfferRow,
  short: readonly ShortLine[],
  { viewer, config }: Shortage,
) {
  await writeAvailable(tx, short);
  const state = nextState(offer, 'cut', SYSTEM.actor);
  const changes = { state, expires_at: state === 'draft' ? null : expiryAfter(tx, config.offerExpiryDays) };
  const lines = await linesIn(tx, offer);
  const move = { event: 'cut', changes, lines, by: SYSTEM, causedBy: byParty(viewer) } as const;
  await recordMove(tx, offer, move);
}

async function writeAvailable(tx: Tx, short: readonly ShortLine[]) {
  const soldOut = short.filter(({ available }) => available === 0n).map(({ line }) => line.id);
  await tx('offer_products').whereIn('id', soldOut).delete();
  const reduced = short.filter(({ available }) => available > 0n);
  await tx.raw(
    `update offer_products set quantity = stock.available
       from unnest(?::int[], ?::bigint[]) as stock (id, available) where offer_products.id = stock.id`,
    [reduced.map(({ line }) => line.id), reduced.map(({ available }) => String(available))],
  );
}
