import { type OwnProduct, updateProduct } from '../../server/products/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import type { OwnProducts } from './use-own-products';

interface Props {
  product: OwnProduct;
  onSaved: OwnProducts['replace'];
}

/** Takes a product off sale, or puts it back. Absent where buyers would not see it anyway. */
export function PauseButton({ product: { id, name, status }, onSaved }: Props) {
  const { busy, run } = useAct({ onError: notifyError() });
  if (status === 'provisional') return null;
  const isPaused = status === 'paused';

  async function change() {
    onSaved(await call(updateProduct, { id }, { product: { paused: !isPaused } }));
    notify('success', isPaused ? `${name} resumed.` : `${name} paused. Buyers no longer see it.`);
  }

  return (
    <Button
      size="small"
      tone="quiet"
      icon={isPaused ? 'play' : 'pause'}
      busy={busy}
      aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
      onClick={() => void run(change)}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  );
}
