import type { ClaimLineRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { audit } from '../accounts/audit';
import type { Staff } from '../accounts/policy';
import { type Cents, cents, dollars } from '../contract/money';
import { Invalid } from '../http/errors';
import { returnMoney } from '../payments/adjustments';
import type { Services } from '../services';
import { lockClaim, moveClaim, requireEvent } from './claim';
import { sendClaimMail } from './mailer';

export interface Decision {
  readonly decision: 'approve' | 'deny';
  readonly lines: readonly { id: number; refund_cents: number }[];
  readonly freight_cents: number;
  readonly explanation: string;
  readonly version?: number | undefined;
}

/** Throws Conflict for a decided claim or a disputed payment, Invalid above what was requested or is left. */
export const decide = (transaction: Services['transaction'], viewer: Staff, id: number, decision: Decision) =>
  transaction(async (tx) => {
    const locked = await lockClaim(tx, id, decision.version);
    requireEvent(locked.claim, decision.decision, { actor: 'staff' });
    if (decision.decision === 'approve') {
      const lines = await amountsOf(tx, id, decision);
      await returnMoney(tx, locked.order, {
        kind: 'claim',
        claimId: id,
        lines,
        freight_cents: cents(decision.freight_cents),
        by: { actor: 'staff', userId: viewer.id },
      });
      for (const { id: lineId, goods_cents } of lines)
        await tx('claim_lines').where({ id: lineId }).update({ refund_cents: goods_cents });
    }
    const { explanation } = decision;
    const by = { actor: 'staff', userId: viewer.id, explanation } as const;
    const claim = await moveClaim(tx, locked, decision.decision, by);
    await audit(tx, viewer, `claim.${decision.decision}`, 'claim', id, {
      before: { status: locked.claim.status },
      after: decision,
    });
    const event = decision.decision === 'approve' ? 'approved' : 'denied';
    await sendClaimMail(tx, { order: locked.order, claim, event, by: 'staff', text: explanation });
  });

type NamedLine = ClaimLineRow & { name: string };

async function amountsOf(tx: Tx, claimId: number, { lines }: Decision) {
  const claimed = (await tx('claim_lines')
    .join('purchase_order_products', 'purchase_order_products.id', 'purchase_order_product_id')
    .where({ claim_id: claimId })
    .orderBy('claim_lines.id')
    .select('claim_lines.*', 'purchase_order_products.name')) as NamedLine[];
  if (lines.some(({ id }) => !claimed.some((line) => line.id === id)))
    throw Invalid('Choose lines of this claim');
  return claimed.map((line) => ({ ...line, goods_cents: amountOf(line, lines) }));
}

function amountOf({ id, name, requested_cents }: NamedLine, lines: Decision['lines']): Cents {
  const named = lines.find((line) => line.id === id)?.refund_cents ?? 0;
  if (named > requested_cents) {
    const problem = `At most ${dollars(requested_cents)} for ${name}`;
    throw Invalid(problem, { [`lines.${id}`]: [problem] });
  }
  return cents(named);
}
