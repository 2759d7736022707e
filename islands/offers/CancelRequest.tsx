import { cancelRequest } from '../../server/approvals/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { Button } from '../ui/button';

export interface CancelRequestProps {
  id: number;
  onChange: () => Promise<unknown>;
}

/** Of the member who made the request for approval. */
export function CancelRequest({ id, onChange }: CancelRequestProps) {
  const { busy, run } = useAct({ onError: notifyError() });
  const cancel = () =>
    run(async () => {
      await call(cancelRequest, { id }, {}).finally(onChange);
      notify('success', 'Request canceled.');
    });
  return (
    <Button size="small" busy={busy} disabled={busy} onClick={() => void cancel()}>
      Cancel Request
    </Button>
  );
}
