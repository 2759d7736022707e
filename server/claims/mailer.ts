import type { ClaimRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { type TradeContact, tradeContacts } from '../accounts/trade-contacts';
import { cents, dollars, formatUnits } from '../contract/money';
import { withPeriod } from '../contract/with-period';
import { shorten } from '../mail/compose';
import { mailTime, shownLines } from '../mail/lines';
import { deliverAll } from '../mail/mailer';
import { type ClaimParts, partsOf } from './queries';
import { claimReasonLabels } from './rules';
import type { ClaimActor } from './state-machine';

interface ClaimNews {
  readonly order: PurchaseOrderRow;
  readonly claim: ClaimRow;
  readonly event: 'opened' | 'message' | 'disputed' | 'in_review' | 'approved' | 'denied' | 'withdrawn';
  readonly by: ClaimActor;
  readonly text?: string;
}

interface Facts {
  readonly person: TradeContact;
  readonly by: ClaimActor;
  readonly answerBy: string;
  readonly refunded: string;
}

interface Text {
  readonly title: string;
  readonly sentence: (facts: Facts) => string;
}

const author = ({ person, by }: Facts) =>
  by === 'staff' ? 'Our team' : person[by === 'seller' ? 'seller_name' : 'buyer_name'];

const REFUND_ADVICE = 'The refund goes to the original payment method.';

const texts: Record<ClaimNews['event'], Text> = {
  opened: {
    title: 'opened',
    sentence: ({ person, answerBy }) =>
      `${person.buyer_name} reported a problem. Agree or dispute it by ${answerBy}, or our team decides.`,
  },
  message: { title: 'new message', sentence: (facts) => `${author(facts)} wrote to you.` },
  disputed: {
    title: 'disputed',
    sentence: ({ person }) => `${person.seller_name} disputes your claim. Our team reviews it.`,
  },
  in_review: {
    title: 'in review',
    sentence: ({ person }) => `${person.seller_name} didn't answer in time. Our team reviews the claim.`,
  },
  approved: {
    title: 'approved',
    sentence: (facts) =>
      `${author(facts)} approved the claim: ${facts.refunded} is refunded to ${withPeriod(facts.person.buyer_name)} ${REFUND_ADVICE}`,
  },
  denied: { title: 'denied', sentence: () => 'Our team denied the claim.' },
  withdrawn: { title: 'withdrawn', sentence: ({ person }) => `${person.buyer_name} withdrew the claim.` },
};

const MAX_PREVIEW = 120;

const linesOf = (lines: ClaimParts['lines']) =>
  shownLines(
    lines.map(({ name, quantity, reason, requested_cents }) => ({
      name,
      amount: `${formatUnits(quantity)} × ${claimReasonLabels[reason].toLowerCase()}`,
      total: dollars(requested_cents),
    })),
  );

/** To the parties other than the actor's, once per event, version and person. */
export async function sendClaimMail(tx: Tx, { order, claim, event, by, text }: ClaimNews) {
  const people = (await tradeContacts(tx, order)).filter(({ side }) => side !== by);
  const { lines } = await partsOf(tx, [claim]);
  const adjustment = await tx('adjustments').where({ claim_id: claim.id }).first();
  const requested = cents(lines.reduce((sum, { requested_cents }) => sum + requested_cents, 0));
  const refunded = dollars(cents((adjustment?.goods_cents ?? 0) + (adjustment?.freight_cents ?? 0)));
  const { title, sentence } = texts[event];
  await deliverAll(
    tx,
    people.map((person) => ({
      to: person.email,
      kind: 'claims' as const,
      userId: person.id,
      subject: `Claim ${claim.claim_number} on ${order.po_number}: ${title}`,
      view: 'claim',
      eventKey: `claim:${claim.id}:${event}:${claim.version}:${person.id}`,
      locals: {
        name: person.full_name,
        title: `Claim ${claim.claim_number} on ${order.po_number}: ${title}`,
        sentence: sentence({ person, by, answerBy: mailTime(claim.answer_by, person.zone), refunded }),
        note: event === 'opened' ? claim.description : (text ?? null),
        lines: linesOf(lines),
        total: dollars(requested),
        totalLabel: 'Requested',
        refunded: adjustment ? refunded : null,
        net: null,
        preview: shorten(text ?? claim.description, MAX_PREVIEW),
        path: `/my_orders/${order.id}#claim`,
        why: `${person[`${person.side}_name`]} is the ${person.side} in ${order.po_number}`,
      },
    })),
  );
}
