import type { Knex } from 'knex';
import type { ClaimPhotoRow } from '../../db/tables';
import type { Person } from '../accounts/policy';
import { feeGivenBack } from '../contract/fee';
import { type Cents, cents, sum } from '../contract/money';
import { isUndecided } from '../contract/undecided-claims';
import type { Services } from '../services';
import type { Claim, ClaimAbilities } from './contract';
import { photoUrl } from './photos';
import { type ClaimParts, type ClaimWithOrder, partsOf } from './queries';
import { type ClaimEvent, claimStatusAfter } from './state-machine';

type Source = Pick<Services, 'store'> & { db: Knex };

export async function claimDocuments(
  { db, store }: Source,
  claims: readonly ClaimWithOrder[],
  viewer: Person,
): Promise<Claim[]> {
  const parts = await partsOf(db, claims);
  const shown = parts.photos.filter(({ ready }) => ready);
  const urls = new Map(
    await Promise.all(shown.map(async (photo) => [photo.id, await photoUrl(store, photo)] as const)),
  );
  return claims.map((claim) => claimDocument(claim, partsOfClaim(parts, claim.id), { viewer, urls }));
}

const partsOfClaim = ({ lines, messages, photos }: ClaimParts, claimId: number): ClaimParts => ({
  lines: lines.filter(({ claim_id }) => claim_id === claimId),
  messages: messages.filter(({ claim_id }) => claim_id === claimId),
  photos: photos.filter(({ claim_id }) => claim_id === claimId),
});

interface Context {
  readonly viewer: Person;
  readonly urls: ReadonlyMap<number, string>;
}

function claimDocument(
  claim: ClaimWithOrder,
  { lines, messages, photos }: ClaimParts,
  { viewer, urls }: Context,
): Claim {
  const requested = sum(lines.map(({ requested_cents }) => requested_cents));
  const photosOf = (messageId: number | null) => urlsOf(photos, messageId, urls);
  return {
    ...headOf(claim),
    photos: photosOf(null),
    photos_pending: photos.filter(({ ready }) => !ready).length,
    lines: lines.map((line) => ({
      id: line.id,
      purchase_order_product_id: line.purchase_order_product_id,
      name: line.name,
      quantity: line.quantity,
      reason: line.reason,
      requested_cents: line.requested_cents,
      refund_cents: line.refund_cents,
    })),
    messages: messages.map(({ id, at, author, body }) => ({
      at: at.toISOString(),
      author,
      body,
      photos: photosOf(id),
    })),
    requested_cents: requested,
    refund_cents:
      claim.decided_at === null ? null : sum(lines.map(({ refund_cents }) => refund_cents ?? cents(0))),
    freight_refund_cents: claim.decided_at === null ? null : (claim.freight_refund_cents ?? cents(0)),
    can: abilitiesOf(claim, viewer),
    ...(viewer.kind !== 'buyer' && { net_effect_cents: netEffect(claim, requested) }),
  };
}

const headOf = (claim: ClaimWithOrder) => ({
  id: claim.id,
  claim_number: claim.claim_number,
  purchase_order_id: claim.purchase_order_id,
  po_number: claim.po_number,
  buyer_name: claim.buyer_name,
  seller_name: claim.seller_name,
  status: claim.status,
  description: claim.description,
  answer_by: claim.answer_by.toISOString(),
  created_at: claim.created_at.toISOString(),
  decided_at: claim.decided_at?.toISOString() ?? null,
  freight_left_cents: claim.freight_left_cents,
  explanation: claim.explanation,
  version: claim.version,
});

const urlsOf = (photos: readonly ClaimPhotoRow[], messageId: number | null, urls: Context['urls']) =>
  photos
    .filter(({ message_id }) => message_id === messageId)
    .flatMap(({ id }) => {
      const url = urls.get(id);
      return url === undefined ? [] : [url];
    });

/** What the seller's earnings change by: of a decided claim as it was, else if it were agreed to. */
function netEffect(claim: ClaimWithOrder, requested: Cents): number {
  if (!isUndecided(claim)) return 0 - (claim.net_refund_cents ?? 0);
  const goods = cents(Math.min(requested, claim.goods_left_cents));
  const { goods_left_cents: goodsLeft, fee_left_cents: feeLeft, fee_bps: bps } = claim;
  return feeGivenBack(goods, { goodsLeft, feeLeft, bps }) - goods;
}

const abilitiesOf = (claim: ClaimWithOrder, { kind: actor }: Person): ClaimAbilities => {
  const may = (event: ClaimEvent) => claimStatusAfter(event, claim.status, actor) !== null;
  return {
    message: isUndecided(claim),
    agree: may('agree'),
    dispute: may('dispute'),
    withdraw: may('withdraw'),
    decide: may('approve'),
  };
};
