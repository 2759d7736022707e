import type { ApplicationRow } from '../../server/accounts/applications/contract';
import { Button } from '../ui/button';

interface Props {
  row: ApplicationRow;
  busy: boolean;
  onApprove: () => void;
  onDeny: () => void;
}

export function Decisions({ row: { status }, busy, onApprove, onDeny }: Props) {
  return (
    <div className="button-row">
      {(status === 'provisional' || status === 'denied') && (
        <Button size="small" busy={busy} onClick={onApprove}>
          Approve
        </Button>
      )}
      {status !== 'denied' && (
        <Button size="small" tone="quiet" busy={busy} onClick={onDeny}>
          Deny
        </Button>
      )}
    </div>
  );
}
