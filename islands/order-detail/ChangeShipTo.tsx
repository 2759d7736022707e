import { useState } from 'react';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import type { SectionProps } from './order-page';

/** The buyer's button and its dialog, which loads on first use. */
export function ChangeShipTo({
  order,
  refetch,
  isPrimary = false,
}: Pick<SectionProps, 'order' | 'refetch'> & { isPrimary?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const ShipToDialog = useLateComponent({
    wanted: isOpen,
    load: () => import('./ShipToDialog').then((loaded) => loaded.ShipToDialog),
    onFailure: close,
  });
  return (
    <>
      <Button size="small" tone={isPrimary ? 'primary' : undefined} onClick={() => setOpen(true)}>
        {isPrimary ? 'Choose Address' : 'Change'}
      </Button>
      {isOpen && ShipToDialog && <ShipToDialog order={order} refetch={refetch} onClose={close} />}
    </>
  );
}
