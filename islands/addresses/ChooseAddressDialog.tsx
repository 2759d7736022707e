import { useState } from 'react';
import type { Address } from '../../server/addresses/contract';
import { useAct } from '../browser/use-act';
import { useClose } from '../forms/form-modal';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Failed, FormError, Skeleton } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { NewAddressDialog } from './AddressDialog';
import { AddressLines } from './AddressLines';
import { deliveryFacts } from './delivery-facts';
import { useAddressBook } from './use-address-book';
import { addressWords } from './wording';

export interface ChooseAddressDialogProps {
  /** Where the order or offer goes today. */
  isCurrent: (address: Address) => boolean;
  /** Why an address cannot be chosen; null for those that can. */
  faultOf?: ((address: Address) => string | null) | undefined;
  /** Saves the choice. An ApiError's message is shown at the address. */
  onChoose: (address: Address) => Promise<unknown>;
  /** Prefilled in a new address. */
  company?: string | undefined;
  onClose: () => void;
}

/** One of the buyer's addresses, or a new one, for something that was already sent. */
export function ChooseAddressDialog({
  isCurrent,
  faultOf,
  onChoose,
  company,
  onClose,
}: ChooseAddressDialogProps) {
  const book = useAddressBook(undefined);
  const { busyWith, problem, run } = useAct<number>();
  const close = useClose({ busy: busyWith !== null, onClose });
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);

  async function choose(address: Address) {
    if (busyWith !== null) return;
    setChosenId(address.id);
    if (await run(() => onChoose(address), address.id)) onClose();
  }

  async function added(address: Address) {
    setAdding(false);
    await book.refetch();
    if (!faultOf?.(address)) await choose(address);
  }

  return (
    <Modal
      title="Choose a ship-to address"
      open
      onClose={close}
      footer={
        <Button icon="plus" onClick={() => setAdding(true)}>
          Add Address
        </Button>
      }
    >
      <div className="stack">
        <Unloaded addresses={book.addresses} failed={book.failed} onRetry={() => void book.refetch()} />
        {book.addresses?.map((address) => (
          <Choice
            key={address.id}
            address={address}
            isCurrent={isCurrent(address)}
            fault={faultOf?.(address) ?? null}
            failure={chosenId === address.id ? problem : null}
            busy={busyWith === address.id}
            onChoose={choose}
          />
        ))}
      </div>
      {isAdding && (
        <NewAddressDialog book={book} company={company} onAdded={added} onClose={() => setAdding(false)} />
      )}
    </Modal>
  );
}

interface UnloadedProps {
  addresses: Address[] | undefined;
  failed: boolean;
  onRetry: () => void;
}

function Unloaded({ addresses, failed, onRetry }: UnloadedProps) {
  if (!addresses)
    return failed ? (
      <Failed onRetry={onRetry}>Your addresses could not be loaded.</Failed>
    ) : (
      <Skeleton shape="lines" />
    );
  if (addresses.length > 0) return null;
  return (
    <Empty title="No addresses yet" icon="truck">
      {addressWords.address.empty}
    </Empty>
  );
}

interface ChoiceProps {
  address: Address;
  isCurrent: boolean;
  fault: string | null;
  failure: string | null;
  busy: boolean;
  onChoose: (address: Address) => Promise<void>;
}

function Choice({ address, isCurrent, fault, failure, busy, onChoose }: ChoiceProps) {
  const facts = deliveryFacts(address);
  return (
    <article className="card address-choice" aria-label={`${address.company}, ${address.line1}`}>
      <div className="stack tight">
        <h3>{address.company}</h3>
        <AddressLines address={address} />
        {facts && <p className="muted small">{facts}</p>}
        {fault && !isCurrent && <p className="small strong">{fault}</p>}
        <FormError>{failure}</FormError>
      </div>
      {isCurrent ? (
        <Badge tone="green">Current</Badge>
      ) : (
        !fault && (
          <Button
            size="small"
            busy={busy}
            aria-label={`Ship Here: ${address.company}, ${address.line1}`}
            onClick={() => void onChoose(address)}
          >
            Ship Here
          </Button>
        )
      )}
    </article>
  );
}
