import { useState } from 'react';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import type { SectionProps } from './order-page';
import type { LoadedClaims } from './use-claims';

type Props = Pick<SectionProps, 'order' | 'refetch'> & { claims: LoadedClaims };

/** The buyer's button and form for a new claim. */
export function ReportProblem({ order, refetch, claims: { loaded, reload } }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Form = useLateComponent({
    wanted: isOpen,
    load: async () => (await import('./late-claim-form')).default,
    onFailure: close,
  });
  return (
    <>
      <Button busy={isOpen && !(Form && loaded)} onClick={() => setOpen(true)}>
        Report a Problem
      </Button>
      {isOpen && Form && loaded && (
        <Form
          orderId={order.id}
          claimable={loaded.claimable}
          isOnItsWay={order.status === 'shipped'}
          onClose={close}
          onOpened={async () => {
            await Promise.all([reload(), refetch()]);
            close();
          }}
        />
      )}
    </>
  );
}
