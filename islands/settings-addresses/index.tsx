import { type Address, listAddresses } from '../../server/addresses/contract';
import { AddressCard } from '../addresses/AddressCard';
import { call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { Button } from '../ui/button';
import { Empty, Failed } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';

export default function SettingsAddresses({ addresses: given }: { addresses?: Address[] }) {
  const [addresses, refetch, { failed }] = usePreloaded(given, loadAddresses);
  if (!addresses)
    return failed ? (
      <Failed onRetry={refetch}>Your addresses could not be loaded.</Failed>
    ) : (
      <Skeleton label="Loading your addresses" />
    );
  return (
    <section className="section">
      <div className="section-head">
        <h2>Addresses</h2>
        <Button icon="plus">Add Address</Button>
      </div>
      {addresses.length === 0 && (
        <Empty title="No addresses yet" icon="truck">
          Add the address where you receive goods. You can add several.
        </Empty>
      )}
      <div className="cols">
        {addresses.map((address) => (
          <AddressCard key={address.id} address={address} />
        ))}
      </div>
    </section>
  );
}

const loadAddresses = async () => (await call(listAddresses, {})).addresses;
