import { ClaimView } from '../claims/ClaimView';
import { MessageForm } from '../claims/MessageForm';
import { SellerAnswer } from '../claims/SellerAnswer';
import { WithdrawClaim } from '../claims/WithdrawClaim';
import { Failed } from '../ui/empty';
import type { SectionProps } from './order-page';
import type { LoadedClaims } from './use-claims';

/** The claims of the order with the viewer's answers. */
export function ClaimSection({
  side,
  refetch,
  claims: { loaded, failed, reload },
}: SectionProps & { claims: LoadedClaims }) {
  const onChange = () => Promise.all([reload(), refetch()]);
  if (failed) return <Failed onRetry={() => void reload()}>The claims could not be loaded.</Failed>;
  if (!loaded || loaded.claims.length === 0) return null;
  return (
    <section className="stack" aria-label="Claims">
      <h2>Claims</h2>
      {loaded.claims.map((claim) => (
        <ClaimView
          key={claim.id}
          claim={claim}
          side={side}
          actions={<SellerAnswer claim={claim} onChange={onChange} />}
        >
          {claim.can.message && <MessageForm claim={claim} onChange={onChange} />}
          <WithdrawClaim claim={claim} onChange={onChange} />
          {claim.can.decide && <a href={`/admin/claims?claim=${claim.id}`}>Decide This Claim</a>}
        </ClaimView>
      ))}
    </section>
  );
}
