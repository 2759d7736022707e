import { pageOf } from '../../../db/page';
import type { Tx } from '../../../db/transaction';
import { audit } from '../../accounts/audit';
import { type Staff, staff } from '../../accounts/policy';
import { textCell } from '../../contract/csv';
import { cents, plainDollars } from '../../contract/money';
import { sendCsv } from '../../http/csv';
import { linkNext } from '../../http/pagination';
import { type RouteDependencies, type Routes, route } from '../../http/route';
import { visibleOrder } from '../../orders/policy';
import { savePayoutNote } from '../../sellers/profile';
import type { Services } from '../../services';
import type { PayoutStatus } from '../contract';
import { createBatch, markPaid, voidPayout } from '../payout';
import { anyBatch, anyPayout, anySeller } from '../policy';
import { type PayoutWithNames, payoutById } from '../queries';
import { releaseEarnings } from '../release';
import * as schema from '../schema';
import { sellerBalanceDocument, staffPayoutDocument } from '../serializer';
import * as calls from './contract';
import {
  allPayouts,
  payoutCounts,
  payoutsOfBatch,
  type SellerBalanceRow,
  sellerBalance,
  sellerBalances,
} from './queries';

const BATCH_HEADINGS = ['Number', 'Seller', 'Amount', 'Reference'];

const batchRow = ({ payout_number, seller_name, amount_cents, reference }: PayoutWithNames) => [
  payout_number,
  textCell(seller_name),
  plainDollars(amount_cents),
  textCell(reference ?? ''),
];

export async function staffPayouts(
  { db, config }: Pick<Services, 'db' | 'config'>,
  range: { page: number; per: number; status: PayoutStatus | '' },
): Promise<calls.StaffPayouts & { more: boolean }> {
  const { limit, offset } = pageOf(range);
  const { status } = range;
  const [sellers, payouts, counts] = await Promise.all([
    sellerBalances(db),
    allPayouts(db, { status, limit: limit + 1, offset }),
    payoutCounts(db),
  ]);
  return {
    sellers: sellers.map(sellerBalanceDocument),
    payouts: payouts.slice(0, limit).map(staffPayoutDocument),
    minimum_cents: cents(config.payoutMinimumCents),
    meta: { total: status === '' ? counts.draft + counts.paid + counts.void : counts[status], counts },
    more: payouts.length > limit,
  };
}

export default ({ services }: RouteDependencies): Routes => {
  const { db, config, transaction } = services;
  const shown = async (id: number) => ({
    payout: staffPayoutDocument((await payoutById(db, id)) as PayoutWithNames),
  });
  return [
    route(calls.listStaffPayouts, {
      query: schema.listAllPayoutsQuery,
      may: staff,
      reply: async ({ query, req, res }) => {
        const { more, ...list } = await staffPayouts(services, query);
        if (more) linkNext(req, res, query.page);
        return list;
      },
    }),
    route(calls.createPayoutBatch, {
      body: schema.createBatchBody,
      may: staff,
      status: 201,
      reply: async ({ viewer, body }) => {
        const options = { sellerIds: body.seller_ids, minimum: config.payoutMinimumCents };
        const { id, number, at } = await transaction((tx) => createBatch(tx, viewer, options));
        const payouts = (await payoutsOfBatch(db, id)).map(staffPayoutDocument);
        return { batch: { id, number, at: at.toISOString() }, payouts };
      },
    }),
    route(calls.downloadBatch, {
      may: staff,
      find: anyBatch,
      reply: async ({ subject, res }) => {
        const payouts = await payoutsOfBatch(db, subject.id);
        await sendCsv(res, subject.number, { headings: BATCH_HEADINGS, rows: payouts.map(batchRow) });
        return undefined;
      },
    }),
    route(calls.markPayoutPaid, {
      body: schema.markPaidForm,
      may: staff,
      find: anyPayout,
      reply: async ({ viewer, subject, body }) => {
        await transaction((tx) => markPaid(tx, viewer, subject.id, body));
        return shown(subject.id);
      },
    }),
    route(calls.voidPayout, {
      body: schema.voidForm,
      may: staff,
      find: anyPayout,
      reply: async ({ viewer, subject, body }) => {
        await transaction((tx) => voidPayout(tx, viewer, subject.id, body.reason));
        return shown(subject.id);
      },
    }),
    route(calls.savePayoutNote, {
      body: schema.payoutNoteForm,
      may: staff,
      find: anySeller,
      reply: async ({ viewer, subject, body }) => {
        await transaction((tx) => changePayoutNote(tx, viewer, subject, body.payout_note.trim() || null));
        const balance = await sellerBalance(db, subject.seller_id);
        return { seller: sellerBalanceDocument(balance as SellerBalanceRow) };
      },
    }),
    route(calls.releaseOrder, {
      body: schema.releaseForm,
      may: staff,
      find: visibleOrder,
      reply: async ({ viewer, subject, body }) => {
        const by = { actor: 'staff', userId: viewer.id, reason: body.reason } as const;
        const [releasedAt] = await transaction((tx) =>
          Promise.all([
            releaseEarnings(tx, subject.id, by),
            audit(tx, viewer, 'order.release', 'purchase_order', subject.id, { after: body }),
          ]),
        );
        return { released_at: releasedAt?.toISOString() ?? null };
      },
    }),
  ];
};

async function changePayoutNote(tx: Tx, by: Staff, seller: SellerBalanceRow, payout_note: string | null) {
  await savePayoutNote(tx, seller.seller_id, payout_note);
  await audit(tx, by, 'seller.payout_note', 'seller', seller.seller_id, {
    before: { payout_note: seller.payout_note },
    after: { payout_note },
  });
}
