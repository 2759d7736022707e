import '../page/shared';
import { useState } from 'react';
import { type Address, listAddresses } from '../../server/addresses/contract';
import { changeShipTo } from '../../server/shipping/ship-to-contract';
import { AddressDialog } from '../addresses/AddressDialog';
import { AddressLines } from '../addresses/AddressLines';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { Button } from '../ui/button';
import { Failed } from '../ui/empty';
import { Modal } from '../ui/modal';
import { Notice } from '../ui/notice';
import { Skeleton } from '../ui/skeleton';
import type { Order } from './order-page';

export interface ShipToDialogProps {
  order: Order;
  refetch: () => Promise<unknown>;
  onClose: () => void;
}

/** The buyer's addresses; a chosen one is frozen on the order. */
export function ShipToDialog({ order, refetch, onClose }: ShipToDialogProps) {
  const [book, reload, { failed }] = usePreloaded(undefined, () => call(listAddresses, {}));
  const [busy, setBusy] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);

  async function choose({ id }: Address) {
    setBusy(id);
    setFailure(null);
    try {
      await call(changeShipTo, { id: order.id }, { address_id: id });
      onClose();
      notify('success', 'Ship-to address saved.');
      await refetch();
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'Check your connection and try again.');
      setBusy(null);
    }
  }

  return (
    <Modal
      title="Choose a ship-to address"
      open
      onClose={onClose}
      footer={<Button onClick={() => setAdding(true)}>Add Address</Button>}
    >
      <div className="stack">
        {failure && <Notice tone="red">{failure}</Notice>}
        {!book &&
          (failed ? (
            <Failed onRetry={reload}>Your addresses could not be loaded.</Failed>
          ) : (
            <Skeleton shape="lines" />
          ))}
        {book?.addresses.length === 0 && <p className="muted">Add the address where you receive goods.</p>}
        {book?.addresses.map((address) => (
          <Choice key={address.id} address={address} busy={busy === address.id} onChoose={choose} />
        ))}
      </div>
      {isAdding && (
        <AddressDialog
          kind="address"
          address={null}
          onSaved={() => {
            setAdding(false);
            void reload();
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Modal>
  );
}

interface ChoiceProps {
  address: Address;
  busy: boolean;
  onChoose: (address: Address) => Promise<void>;
}

const Choice = ({ address, busy, onChoose }: ChoiceProps) => (
  <article className="card stack tight">
    <div className="row between">
      <h3>{address.company}</h3>
      <Button
        size="small"
        busy={busy}
        aria-label={`Ship Here: ${address.company}, ${address.line1}`}
        onClick={() => void onChoose(address)}
      >
        Ship Here
      </Button>
    </div>
    <AddressLines address={address} />
  </article>
);
