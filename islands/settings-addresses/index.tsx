import type { settingsAddresses } from '../../server/addresses/contract';
import type { PropsOf } from '../../server/contract/island';
import { AddressBook } from '../addresses/AddressBook';
import { useAddressBook } from '../addresses/use-address-book';
import { Failed, Skeleton } from '../ui/feedback';

export default function SettingsAddresses(props: PropsOf<typeof settingsAddresses>) {
  const { addresses: given, company, readOnly } = props;
  const book = useAddressBook(given);
  if (book.addresses)
    return (
      <div className="settings-column">
        <AddressBook
          kind="address"
          book={book}
          addresses={book.addresses}
          company={company}
          readOnly={readOnly}
        />
      </div>
    );
  return book.failed ? (
    <Failed onRetry={book.refetch}>Your addresses could not be loaded.</Failed>
  ) : (
    <Skeleton label="Loading your addresses" />
  );
}
