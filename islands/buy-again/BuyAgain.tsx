import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { PurchaseOrder } from '../../server/orders/contract';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import type { BuyAgainDialogProps } from './BuyAgainDialog';

interface Props {
  order: Pick<PurchaseOrder['attributes'], 'id' | 'po_number'>;
}

/** Puts an order's products into the cart again, after a look at what differs. */
export function BuyAgain({ order }: Props) {
  const [isOpen, setOpen] = useState(false);
  const Dialog = useLateComponent<BuyAgainDialogProps>({
    wanted: isOpen,
    load: () => import('./BuyAgainDialog').then((loaded) => loaded.BuyAgainDialog),
    onFailure: () => setOpen(false),
  });
  return (
    <div className="button-row">
      <Button
        size="small"
        icon="cart"
        aria-label={`Buy Again ${order.po_number}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Buy Again
      </Button>
      {Dialog &&
        isOpen &&
        createPortal(<Dialog order={order} onClose={() => setOpen(false)} />, document.body)}
    </div>
  );
}
