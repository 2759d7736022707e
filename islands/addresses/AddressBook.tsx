import { useRef, useState } from 'react';
import type { Address } from '../../server/addresses/contract';
import { notify } from '../browser/alerts';
import { useFocusRestore } from '../browser/focus-restore';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { AddressCard } from './AddressCard';
import { AddressDialog } from './AddressDialog';
import { DeleteDialog } from './DeleteDialog';
import type { AddressList } from './use-address-book';
import { type AddressKind, addressWords } from './wording';

interface Props {
  kind: AddressKind;
  book: AddressList;
  addresses: readonly Address[];
  /** Prefilled in a new address. */
  company?: string | undefined;
  /** For those who only read. */
  readOnly?: boolean | undefined;
}

type OpenedDialog = { act: 'add'; address: null } | { act: 'edit' | 'delete'; address: Address };

export function AddressBook({ kind, book, addresses, company, readOnly }: Props) {
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const frame = useRef<HTMLElement>(null);
  useFocusRestore(frame, 'article');
  const words = addressWords[kind];
  const close = () => setOpened(null);
  const saved = async () => {
    close();
    await book.refetch();
    notify('success', words.saved);
  };
  const remove = async (address: Address) => {
    await book.remove(address);
    close();
    notify('success', words.deleted);
  };
  return (
    <section className="section" ref={frame}>
      <div className="section-head">
        <h2>{words.heading}</h2>
        {!readOnly && (
          <Button icon="plus" onClick={() => setOpened({ act: 'add', address: null })}>
            {words.add}
          </Button>
        )}
      </div>
      {addresses.length === 0 && (
        <Empty title={`No ${words.heading.toLowerCase()} yet`} icon="truck">
          {!readOnly && words.empty}
        </Empty>
      )}
      <div className="address-cards">
        {addresses.map((address) => (
          <AddressCard key={address.id} address={address}>
            {!readOnly && (
              <CardButtons
                address={address}
                busy={book.busyId === address.id}
                onOpen={(act) => setOpened({ act, address })}
                onDefault={() => void book.makeDefault(address)}
              />
            )}
          </AddressCard>
        ))}
      </div>
      {opened?.act === 'delete' && (
        <DeleteDialog address={opened.address} kind={kind} onClose={close} onDelete={remove} />
      )}
      {opened && opened.act !== 'delete' && (
        <AddressDialog
          kind={kind}
          address={opened.address}
          company={company}
          mayBeDefault={addresses.length > 0 && !opened.address?.default}
          onSaved={() => void saved()}
          onClose={close}
        />
      )}
    </section>
  );
}

interface CardButtonsProps {
  address: Address;
  busy: boolean;
  onOpen: (act: 'edit' | 'delete') => void;
  onDefault: () => void;
}

function CardButtons({ address, busy, onOpen, onDefault }: CardButtonsProps) {
  const name = `${address.company}, ${address.line1}`;
  return (
    <>
      <Button size="small" aria-label={`Edit ${name}`} onClick={() => onOpen('edit')}>
        Edit
      </Button>
      {!address.default && (
        <Button size="small" aria-label={`Make Default: ${name}`} busy={busy} onClick={onDefault}>
          Make Default
        </Button>
      )}
      <Button size="small" tone="quiet" aria-label={`Delete ${name}`} onClick={() => onOpen('delete')}>
        Delete
      </Button>
    </>
  );
}
