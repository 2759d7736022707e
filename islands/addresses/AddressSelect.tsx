import { useState } from 'react';
import type { Address } from '../../server/addresses/contract';
import { Field, type FieldError } from '../forms/field';
import { Button } from '../ui/button';
import { NewAddressDialog } from './AddressDialog';
import type { AddressList } from './use-address-book';

interface Props {
  /** Distinguishes several selects on one page. */
  name: string;
  /** `useAddressBook(undefined)`, shared by all selects of the page. */
  book: Pick<AddressList, 'addresses' | 'failed' | 'refetch'>;
  /** null: nothing chosen. */
  value: number | null;
  /** Also called with an address that was just added. */
  onChange: (id: number) => void;
  label?: string | undefined;
  note?: string | undefined;
  error?: FieldError;
  disabled?: boolean | undefined;
  /** Prefilled in a new address. */
  company?: string | undefined;
}

const oneLine = ({ company, line1, city, region, postal_code }: Address) =>
  `${company}, ${line1}, ${city}, ${region} ${postal_code}`;

/** Chooses one of the buyer's addresses. Adding one opens a dialog and leaves the page as it is. */
export function AddressSelect({ book, onChange, company, ...field }: Props) {
  const [isAdding, setAdding] = useState(false);
  const added = async ({ id }: Address) => {
    setAdding(false);
    await book.refetch();
    onChange(id);
  };
  return (
    <div className="stack tight">
      <AddressOptions {...field} book={book} onChange={onChange} />
      <div>
        <Button size="small" icon="plus" disabled={field.disabled} onClick={() => setAdding(true)}>
          Add Address
        </Button>
      </div>
      {isAdding && (
        <NewAddressDialog book={book} company={company} onAdded={added} onClose={() => setAdding(false)} />
      )}
    </div>
  );
}

function AddressOptions({ book, name, value, onChange, label = 'Ship to', ...rest }: Omit<Props, 'company'>) {
  const { addresses, failed, refetch } = book;
  if (!addresses && failed)
    return (
      <p className="small" role="alert">
        Your addresses could not be loaded.{' '}
        <Button tone="link" size="small" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    );
  const known = addresses?.some(({ id }) => id === value) ?? false;
  const placeholder = !addresses
    ? 'Loading…'
    : addresses.length > 0
      ? 'Choose an address'
      : 'No addresses yet';
  return (
    <Field label={label} name={name} note={rest.note} error={rest.error}>
      {(a11y) => (
        <select
          {...a11y}
          className="select"
          value={known ? String(value) : ''}
          disabled={rest.disabled || !addresses?.length}
          onChange={({ target }) => onChange(Number(target.value))}
        >
          {!known && <option value="">{placeholder}</option>}
          {addresses?.map((address) => (
            <option key={address.id} value={address.id}>
              {oneLine(address)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
