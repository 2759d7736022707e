import { useState } from 'react';
import { type Address, createAddress, listAddresses, updateAddress } from '../../server/addresses/contract';
import { type AddressFields, addressForm } from '../../server/addresses/schema';
import { ApiError, call } from '../browser/api';
import { useForm } from '../forms/form';

const BLANK: AddressFields = {
  company: '',
  attention: null,
  line1: '',
  line2: null,
  city: '',
  region: '',
  postal_code: '',
  country: 'US',
  phone: '',
  dock: 'unknown',
  appointment: false,
  hours: null,
  instructions: null,
  default: false,
  version: undefined,
};

const valuesOf = ({ id: _id, phone_display, ...fields }: Address): AddressFields => ({
  ...fields,
  phone: fields.phone.startsWith('+1') ? phone_display : fields.phone,
});

const currentAddress = async (id: number) =>
  (await call(listAddresses, {})).addresses.find((address) => address.id === id) ?? null;

const isOutdated = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.status === 409 || failure.status === 404);

export interface AddressFormOptions {
  /** null adds one. */
  address: Address | null;
  /** Prefilled in a new address. */
  company?: string | undefined;
  onSaved: (saved: Address) => void;
}

export interface TypedAddressOptions {
  /** Prefilled; what is missing stays blank. */
  initial: Partial<AddressFields>;
  onSubmit: (values: AddressFields) => Promise<void>;
}

/** For an address that is in no address book. */
export function useTypedAddress({ initial, onSubmit }: TypedAddressOptions) {
  return useForm({
    schema: addressForm,
    initial: { ...BLANK, ...initial },
    submit: onSubmit,
  });
}

/** What another tab did to the address meanwhile neither loses the typed values nor blocks the next attempt. */
export function useAddressForm({ address, company = '', onSaved }: AddressFormOptions) {
  const [original, setOriginal] = useState(address);
  const [newer, setNewer] = useState<Address | null>(null);

  async function save(values: AddressFields): Promise<Address> {
    if (!original) return call(createAddress, {}, { address: { ...values, version: undefined } });
    const body = { address: { ...values, version: original.version } };
    try {
      return await call(updateAddress, { id: original.id }, body);
    } catch (failure) {
      if (!isOutdated(failure)) throw failure;
      const current = await currentAddress(original.id);
      setOriginal(current);
      setNewer(current);
      if (current) throw failure;
      throw new ApiError(404, { error: 'This address was deleted. Save to add it again.' });
    }
  }

  const form = useForm({
    schema: addressForm,
    initial: address ? valuesOf(address) : { ...BLANK, company },
    submit: async (values) => onSaved(await save(values)),
  });
  return {
    form,
    newer,
    takeNewer: () => {
      if (newer) void form.setValues(valuesOf(newer));
      setNewer(null);
    },
  };
}

export type AddressForm = ReturnType<typeof useAddressForm>['form'];
