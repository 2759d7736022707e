import type { Claim } from '../../server/claims/contract';
import { ClaimView } from '../claims/ClaimView';
import { AskParties, MessageForm } from '../claims/MessageForm';
import { SellerAnswer } from '../claims/SellerAnswer';
import { WithdrawClaim } from '../claims/WithdrawClaim';
import type { SectionProps } from './order-page';

export interface ClaimListProps extends Pick<SectionProps, 'side'> {
  claims: readonly Claim[];
  onChange: () => unknown;
}

/** The claims of an order with the viewer's answers. */
export function ClaimList({ claims, side, onChange }: ClaimListProps) {
  const Message = side === 'staff' ? AskParties : MessageForm;
  return (
    <section className="stack" aria-label="Claims">
      <h2 className="visually-hidden">Claims</h2>
      {claims.map((claim) => (
        <ClaimView
          key={claim.id}
          claim={claim}
          side={side}
          actions={<SellerAnswer claim={claim} onChange={onChange} />}
        >
          {claim.can.message && <Message claim={claim} onChange={onChange} />}
          <WithdrawClaim claim={claim} onChange={onChange} />
        </ClaimView>
      ))}
    </section>
  );
}
