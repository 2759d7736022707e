import { useEffect } from 'react';
import { type Address, listAddresses } from '../../server/addresses/contract';
import type { PropsOf } from '../../server/contract/island';
import {
  readFirstStep,
  type ShippingSettings,
  type settingsShipping,
  showShippingSettings,
} from '../../server/sellers/contract';
import { AddressBook } from '../addresses/AddressBook';
import { useAddressBook } from '../addresses/use-address-book';
import { call } from '../browser/api';
import { LoadProps } from '../ui/feedback';
import { ShippingForm } from './ShippingForm';

interface Loaded {
  shipping: ShippingSettings;
  locations: Address[];
  company: string;
}

export default function SettingsShipping({
  shipping,
  locations,
  company = '',
  is_unread,
}: PropsOf<typeof settingsShipping>) {
  // Without props the page does not say.
  const isUnread = is_unread ?? shipping === undefined;
  useEffect(() => {
    if (isUnread) call(readFirstStep, {}, { step: 'shipping' }).catch(() => undefined);
  }, [isUnread]);
  return (
    <LoadProps
      given={shipping && locations && { shipping, locations, company }}
      load={loadSettings}
      failure="Your shipping settings could not be loaded."
    >
      {(props) => <ShippingScreen {...props} />}
    </LoadProps>
  );
}

async function loadSettings(): Promise<Loaded> {
  const [{ shipping }, { addresses }] = await Promise.all([
    call(showShippingSettings, {}),
    call(listAddresses, {}),
  ]);
  return { shipping, locations: addresses, company: '' };
}

function ShippingScreen({ shipping, locations, company }: Loaded) {
  const book = useAddressBook(locations);
  const current = book.addresses ?? locations;
  return (
    <div className="settings-column">
      <AddressBook kind="location" book={book} addresses={current} company={company} />
      <ShippingForm shipping={shipping} hasLocation={current.length > 0} />
    </div>
  );
}
