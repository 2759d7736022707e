import { useState } from 'react';
import {
  type Address,
  deleteAddress,
  listAddresses,
  makeDefaultAddress,
} from '../../server/addresses/contract';
import { notify } from '../browser/alerts';
import { ApiError, call, errorText } from '../browser/api';
import { usePreloaded } from '../ui/feedback';

const loadAddresses = async () => (await call(listAddresses, {})).addresses;

/** An address that another tab deleted is as deleted as it should be. */
const isGone = (failure: unknown) => failure instanceof ApiError && failure.status === 404;

export function useAddressBook(given: Address[] | undefined) {
  const [addresses, refetch, { failed }] = usePreloaded(given, loadAddresses);
  const [busyId, setBusyId] = useState<number | null>(null);

  /** false after a failure, which was announced. */
  async function makeDefault({ id }: Address): Promise<boolean> {
    setBusyId(id);
    try {
      await call(makeDefaultAddress, { id });
      await refetch();
      return true;
    } catch (failure) {
      notify('error', isGone(failure) ? 'This address was deleted.' : errorText(failure));
      await refetch();
      return false;
    } finally {
      setBusyId(null);
    }
  }

  /** Why it failed, or null. */
  async function remove({ id }: Address): Promise<string | null> {
    try {
      await call(deleteAddress, { id });
    } catch (failure) {
      if (!isGone(failure)) return errorText(failure);
    }
    await refetch();
    return null;
  }

  return { addresses, refetch, failed, busyId, makeDefault, remove };
}

export type AddressList = ReturnType<typeof useAddressBook>;
