import type { Address } from '../../server/addresses/contract';
import { useAct } from '../browser/use-act';
import { FormError } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';
import { type AddressKind, addressWords } from './wording';

interface Props {
  address: Address;
  kind: AddressKind;
  onClose: () => void;
  onDelete: (address: Address) => Promise<void>;
}

export function DeleteDialog({ address, kind, onClose, onDelete }: Props) {
  const { busy, problem, run } = useAct();
  const words = addressWords[kind];
  return (
    <ConfirmDialog
      title={`Delete this ${words.noun}?`}
      open
      danger
      busy={busy}
      confirmLabel={words.delete}
      onConfirm={() => void run(() => onDelete(address))}
      onCancel={onClose}
    >
      <div className="stack">
        <p>
          {`${address.company}, ${address.line1}, ${address.city}.`} {words.afterDelete}
        </p>
        <FormError>{problem}</FormError>
      </div>
    </ConfirmDialog>
  );
}
