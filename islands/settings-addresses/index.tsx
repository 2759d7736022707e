import type { Address } from '../../server/addresses/contract';
import { AddressBook } from '../addresses/AddressBook';
import { useAddressBook } from '../addresses/use-address-book';
import { Failed, Skeleton } from '../ui/feedback';

interface Props {
  addresses?: Address[];
  company?: string;
}

export default function SettingsAddresses({ addresses: given, company }: Props) {
  const book = useAddressBook(given);
  if (book.addresses)
    return <AddressBook kind="address" book={book} addresses={book.addresses} company={company} />;
  return book.failed ? (
    <Failed onRetry={book.refetch}>Your addresses could not be loaded.</Failed>
  ) : (
    <Skeleton label="Loading your addresses" />
  );
}
