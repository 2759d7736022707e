import { useState } from 'react';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import type { SectionProps } from './order-page';

/** What the buyer's books call the order, and for buyers how to change it. */
export function BuyerPoNumber({ order, side, refetch }: Pick<SectionProps, 'order' | 'side' | 'refetch'>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Dialog = useLateComponent({
    wanted: isOpen,
    load: () => import('./BuyerPoNumberDialog').then((loaded) => loaded.BuyerPoNumberDialog),
    onFailure: close,
  });
  const { buyer_po_number: number, can } = order;
  const changes = side === 'buyer' && can.change_buyer_po_number;
  if (number === null && !changes) return null;
  return (
    <div className="row muted">
      <span>
        {number === null ? 'No PO number' : `${side === 'buyer' ? 'Your' : "Buyer's"} PO: ${number}`}
      </span>
      {changes && (
        <Button
          size="small"
          tone="link"
          aria-label={number === null ? undefined : 'Change your PO number'}
          onClick={() => setOpen(true)}
        >
          {number === null ? 'Add PO Number' : 'Change'}
        </Button>
      )}
      {isOpen && Dialog && <Dialog order={order} onChange={refetch} onClose={close} />}
    </div>
  );
}
