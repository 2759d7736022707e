import type { ClaimRow, PurchaseOrderProductRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Buyer } from '../accounts/policy';
import { formatUnits, lineTotal, type Units } from '../contract/money';
import { Conflict, Invalid, NotFound } from '../http/errors';
import { quantitiesByLine } from '../orders/lines/sum-by-line';
import { lockOrder } from '../orders/transitions';
import { hasUndecidedClaim } from '../orders/undecided-claims';
import { noteOnOrder } from './claim';
import { answerBy, requireClaimable } from './deadlines';
import { sendClaimMail } from './mailer';
import { addPhotos, type PhotoServices } from './photos';
import { claimableLines } from './queries';
import { type ClaimReason, reasonsWithPhoto } from './rules';

export interface NewClaim {
  readonly lines: readonly { purchase_order_product_id: number; quantity: Units; reason: ClaimReason }[];
  readonly description: string;
  readonly photos: readonly string[];
}

/** Throws Conflict outside the time for claims or beside an undecided one, Invalid for what cannot be claimed. */
export const openClaim = (
  services: PhotoServices,
  viewer: Buyer,
  orderId: number,
  claim: NewClaim,
): Promise<number> =>
  services.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    await requireOpenable(tx, order, claim, services.config.claimDays);
    const row = await insertClaim(tx, order, claim, services.config.claimAnswerHours);
    tx.names(row.id);
    await addPhotos(tx, services, { claimId: row.id, userId: viewer.id, fileKeys: claim.photos });
    await noteOnOrder(tx, order, row, 'claim_opened', { actor: 'buyer', userId: viewer.id });
    await sendClaimMail(tx, { order, claim: row, event: 'opened', by: 'buyer' });
    return row.id;
  });

async function requireOpenable(tx: Tx, order: PurchaseOrderRow, claim: NewClaim, claimDays: number) {
  const reasons = claim.lines.map(({ reason }) => reason);
  requireClaimable(order, { reasons, claimDays, now: tx.databaseClock.now() });
  if (await hasUndecidedClaim(tx, order.id)) throw Conflict('A claim is already open on this order.');
  await requireClaimableUnits(tx, order, claim.lines);
  requirePhoto(claim, reasons);
}

function requirePhoto({ photos }: NewClaim, reasons: readonly ClaimReason[]) {
  if (photos.length > 0 || !reasons.some((reason) => reasonsWithPhoto.includes(reason))) return;
  throw Invalid('Add at least one photo', { photos: ['Add at least one photo'] });
}

async function requireClaimableUnits(tx: Tx, order: PurchaseOrderRow, lines: NewClaim['lines']) {
  const claimable = await claimableLines(tx, order.id);
  for (const [id, wanted] of quantitiesByLine(lines)) {
    const line = claimable.find(({ purchase_order_product_id }) => purchase_order_product_id === id);
    if (!line) throw Invalid('Choose items of this order');
    if (wanted > line.quantity)
      throw Invalid(`Only ${formatUnits(line.quantity)} of ${line.name} can be claimed.`);
  }
}

async function insertClaim(
  tx: Tx,
  order: PurchaseOrderRow,
  { lines, description }: NewClaim,
  answerHours: number,
): Promise<ClaimRow> {
  const [claim] = await tx('claims')
    .insert({
      purchase_order_id: order.id,
      description,
      answer_by: answerBy(tx.databaseClock.now(), answerHours),
    })
    .returning('*');
  if (!claim) throw new Error('The claim was not written');
  const prices = await tx('purchase_order_products')
    .where({ purchase_order_id: order.id })
    .select('id', 'unit_cents');
  await tx('claim_lines').insert(
    lines.map((line) => ({
      ...line,
      claim_id: claim.id,
      requested_cents: lineTotal(unitPrice(prices, line.purchase_order_product_id), line.quantity),
    })),
  );
  return claim;
}

function unitPrice(prices: readonly Pick<PurchaseOrderProductRow, 'id' | 'unit_cents'>[], lineId: number) {
  const found = prices.find(({ id }) => id === lineId);
  if (!found) throw NotFound();
  return found.unit_cents;
}
