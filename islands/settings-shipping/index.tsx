import { type Address, listAddresses } from '../../server/addresses/contract';
import { type ShippingSettings, showShippingSettings } from '../../server/sellers/shipping-contract';
import { AddressCard } from '../addresses/AddressCard';
import { call } from '../browser/api';
import { LoadProps } from '../live/LoadProps';

interface Props {
  shipping: ShippingSettings;
  locations: Address[];
}

export default function SettingsShipping({ shipping, locations }: Partial<Props>) {
  return (
    <LoadProps
      given={shipping && locations && { shipping, locations }}
      load={loadSettings}
      failure="Your shipping settings could not be loaded."
    >
      {(loaded) => (
        <section className="section">
          <h2>Locations</h2>
          <div className="cols">
            {loaded.locations.map((address) => (
              <AddressCard key={address.id} address={address} />
            ))}
          </div>
        </section>
      )}
    </LoadProps>
  );
}

async function loadSettings(): Promise<Props> {
  const [{ shipping }, { addresses }] = await Promise.all([
    call(showShippingSettings, {}),
    call(listAddresses, {}),
  ]);
  return { shipping, locations: addresses };
}
