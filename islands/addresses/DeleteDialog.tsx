import { useState } from 'react';
import type { Address } from '../../server/addresses/contract';
import { FormError } from '../ui/feedback';
import { Confirm } from '../ui/modal';
import { type AddressKind, addressWords } from './wording';

interface Props {
  address: Address;
  kind: AddressKind;
  onClose: () => void;
  /** Returns why it failed, or null. */
  onDelete: (address: Address) => Promise<string | null>;
}

export function DeleteDialog({ address, kind, onClose, onDelete }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const words = addressWords[kind];
  async function confirm() {
    setBusy(true);
    setProblem(await onDelete(address));
    setBusy(false);
  }
  return (
    <Confirm
      title={`Delete this ${words.noun}?`}
      open
      danger
      busy={busy}
      confirmLabel={words.delete}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className="stack">
        <p>
          {`${address.company}, ${address.line1}, ${address.city}.`} {words.afterDelete}
        </p>
        <FormError>{problem}</FormError>
      </div>
    </Confirm>
  );
}
