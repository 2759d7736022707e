import type { Claim } from '../../server/claims/contract';
import { dollars } from '../../server/contract/money';
import { signedDollars } from './wording';

const Amount = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

export function Amounts({ claim }: { claim: Claim }) {
  const { requested_cents, refund_cents, freight_refund_cents, net_effect_cents, status } = claim;
  const isRefunded = status === 'approved' && refund_cents !== null;
  // A single line already shows its amount.
  const isSummed = claim.lines.length > 1 || isRefunded;
  if (!isSummed) return null;
  return (
    <dl className="totals">
      <Amount label="Requested">{dollars(requested_cents)}</Amount>
      {isRefunded && <Amount label="Refunded">{dollars(refund_cents)}</Amount>}
      {isRefunded && freight_refund_cents !== null && freight_refund_cents > 0 && (
        <Amount label="Freight refunded">{dollars(freight_refund_cents)}</Amount>
      )}
      {isRefunded && net_effect_cents !== undefined && (
        <Amount label="Change in earnings">{signedDollars(net_effect_cents)}</Amount>
      )}
    </dl>
  );
}
