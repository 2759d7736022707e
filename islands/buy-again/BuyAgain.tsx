import { use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import type { AgainSource, BuyAgainDialogProps } from './BuyAgainDialog';
import { BuysAgain } from './buys-again';

/** Puts the products of an order or a closed offer into the cart again, after a look at what differs. */
export function BuyAgain({ source }: { source: AgainSource }) {
  const [isOpen, setOpen] = useState(false);
  const isAllowed = use(BuysAgain);
  const label = source.kind === 'order' ? 'Buy Again' : 'Offer Again';
  if (!isAllowed) return null;
  return (
    <div className="button-row">
      <Button
        size="small"
        icon="cart"
        aria-label={`${label} ${source.number}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <LateBuyAgain source={source} open={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

/** The dialog, which loads on first use. */
export function LateBuyAgain({ open, ...dialog }: BuyAgainDialogProps & { open: boolean }) {
  const Dialog = useLateComponent<BuyAgainDialogProps>({
    wanted: open,
    load: () => import('./BuyAgainDialog').then((loaded) => loaded.BuyAgainDialog),
    onFailure: dialog.onClose,
  });
  return Dialog && open && createPortal(<Dialog {...dialog} />, document.body);
}
