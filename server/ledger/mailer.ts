import type { PayoutRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { membersWith } from '../accounts/trade-contacts';
import { counted, dollars } from '../contract/money';
import { deliverAll } from '../mail/mailer';

type Payout = Pick<PayoutRow, 'id' | 'payout_number' | 'seller_id' | 'amount_cents'>;

const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

export async function sendPayoutMail(tx: Tx, payout: Payout, reference: string, paidOn: string) {
  const { id, seller_id } = payout;
  const [people, seller, orders] = await Promise.all([
    membersWith(tx, { kind: 'seller', id: seller_id }, 'earnings:read'),
    tx('sellers').where({ id: seller_id }).first('name'),
    tx('payout_items').where({ payout_id: id }).countDistinct<{ n: bigint }[]>('purchase_order_id as n'),
  ]);
  const facts = { reference, paidOn, count: Number(orders[0]?.n ?? 0), sellerName: seller?.name ?? '' };
  const mails = people.map((person) => ({
    to: person.email,
    kind: 'payments' as const,
    userId: person.id,
    subject: `Payout ${payout.payout_number}: ${dollars(payout.amount_cents)}`,
    view: 'payout_paid',
    eventKey: `payout:${id}:paid:${person.id}`,
    locals: { name: person.full_name, ...localsOf(payout, facts) },
  }));
  await deliverAll(tx, mails);
}

interface PaymentFacts {
  readonly reference: string;
  readonly paidOn: string;
  readonly count: number;
  readonly sellerName: string;
}

const localsOf = (payout: Payout, { reference, paidOn, count, sellerName }: PaymentFacts) => ({
  payoutNumber: payout.payout_number,
  amount: dollars(payout.amount_cents),
  reference,
  paidOn: day.format(new Date(paidOn)),
  orders: counted(count, 'order'),
  preview: `Reference ${reference}.`,
  path: '/dashboard/earnings',
  why: `${sellerName} was paid`,
});
