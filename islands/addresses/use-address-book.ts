import {
  type Address,
  deleteAddress,
  listAddresses,
  makeDefaultAddress,
} from '../../server/addresses/contract';
import { notify } from '../browser/alerts';
import { ApiError, call, errorText } from '../browser/api';
import { useAct } from '../browser/use-act';
import { usePreloaded } from '../ui/feedback';

const loadAddresses = async () => (await call(listAddresses, {})).addresses;

/** An address that another tab deleted is as deleted as it should be. */
const isGone = (failure: unknown) => failure instanceof ApiError && failure.status === 404;

export function useAddressBook(given: Address[] | undefined) {
  const [addresses, refetch, { failed }] = usePreloaded(given, loadAddresses);
  const { busyWith: busyId, run } = useAct<number>({
    async onError(failure) {
      notify('error', isGone(failure) ? 'This address was deleted.' : errorText(failure));
      await refetch();
    },
  });

  /** false after a failure, which was announced. */
  const makeDefault = ({ id }: Address) =>
    run(async () => {
      await call(makeDefaultAddress, { id });
      await refetch();
    }, id);

  async function remove({ id }: Address) {
    await call(deleteAddress, { id }).catch((failure: unknown) => {
      if (!isGone(failure)) throw failure;
    });
    await refetch();
  }

  return { addresses, refetch, failed, busyId, makeDefault, remove };
}

export type AddressList = ReturnType<typeof useAddressBook>;
