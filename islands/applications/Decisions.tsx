import type { ApplicationRow } from '../../server/accounts/applications/contract';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
import { subjectOf } from './words';

interface Props {
  row: ApplicationRow;
  busy: boolean;
  onApprove: () => void;
  onDeny: () => void;
  /** The page is about this person alone. */
  isPrimary?: boolean;
}

/** Two buttons while an application waits, a menu to change a decision. */
export function Decisions({ row, busy, onApprove, onDeny, isPrimary = false }: Props) {
  const { status } = row;
  if (status === 'provisional')
    return (
      <div className="button-row">
        <Button size="small" tone={isPrimary ? 'primary' : undefined} busy={busy} onClick={onApprove}>
          Approve
        </Button>
        <Button size="small" tone="quiet" busy={busy} onClick={onDeny}>
          Deny
        </Button>
      </div>
    );
  return (
    <Menu label={`Actions for ${subjectOf(row)}`}>
      {() => (
        <button type="button" role="menuitem" onClick={status === 'denied' ? onApprove : onDeny}>
          {status === 'denied' ? 'Approve' : 'Deny'}
        </button>
      )}
    </Menu>
  );
}
