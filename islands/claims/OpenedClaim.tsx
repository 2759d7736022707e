import { showClaim } from '../../server/claims/contract';
import { call } from '../browser/api';
import { useChannel } from '../live/cable';
import { Drawer } from '../ui/drawer';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { ClaimView } from './ClaimView';
import { DecideClaim } from './DecideClaim';
import { AskParties } from './MessageForm';

interface Props {
  id: number;
  onClose: () => void;
  onChange: () => unknown;
}

/** One claim of the list, with what staff can do. */
export function OpenedClaim({ id, onClose, onChange }: Props) {
  const [loaded, refetch, { failed }] = usePreloaded(undefined, () => call(showClaim, { id }));
  useChannel('PurchaseOrdersChannel', refetch);
  const changed = () => Promise.all([refetch(), onChange()]);
  const claim = loaded?.claim;
  return (
    <Drawer
      title={claim ? `Claim ${claim.claim_number}` : 'Claim'}
      open
      wide={claim?.can.decide}
      onClose={onClose}
    >
      {failed && <Failed onRetry={() => void refetch()}>The claim could not be loaded.</Failed>}
      {!claim && !failed && <Skeleton shape="lines" label="Loading the claim" />}
      {claim && (
        <div className="stack">
          <p>
            <a href={`/admin/purchase_orders/${claim.purchase_order_id}`}>{claim.po_number}</a>
            {`: ${claim.buyer_name} from ${claim.seller_name}`}
          </p>
          <div className="claim-desk">
            <ClaimView claim={claim} side="staff" isTitled />
            <DecideClaim key={claim.id} claim={claim} onChange={changed} />
          </div>
          {claim.can.message && <AskParties claim={claim} onChange={changed} />}
        </div>
      )}
    </Drawer>
  );
}
