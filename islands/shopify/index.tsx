import { useState } from 'react';
import { me } from '../../server/accounts/contract';
import type { PropsOf } from '../../server/contract/island';
import { showDashboard } from '../../server/sellers/contract';
import { disconnectShopify, type ShopifyProps, type shopifyPage } from '../../server/shopify/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { pathQuery, visit } from '../browser/navigation';
import { useAct } from '../browser/use-act';
import { Dashboard } from '../dashboard/Dashboard';
import { Button } from '../ui/button';
import { LoadProps, Notice } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';
import { ConnectForm } from './ConnectForm';

export default function Shopify(props: PropsOf<typeof shopifyPage>) {
  return (
    <LoadProps
      given={props.frame && (props as ShopifyProps)}
      load={loadStore}
      failure="Your store could not be loaded."
    >
      {(all) => <Store {...all} />}
    </LoadProps>
  );
}

async function loadStore(): Promise<ShopifyProps> {
  const [{ frame }, { user }] = await Promise.all([call(showDashboard, {}), call(me, {})]);
  if (!frame) throw new Error('Only sellers connect a store');
  const { shopify_shop_name: name, shopify_shop_url: url } = user;
  return { frame, store: name && url ? { name, url } : null, failed: pathQuery().failed === 'true' };
}

function Store({ frame, store, failed }: ShopifyProps) {
  return (
    <Dashboard
      frame={frame}
      tab="shopify"
      title={store ? `${store.name} is connected` : 'Connect Shopify'}
      lede={store ? 'Your Shopify store is linked to your storefront.' : 'Link your store to this account.'}
    >
      {failed && !store && (
        <Notice tone="red" title="The store was not connected">
          Shopify didn't confirm the connection. Try again.
        </Notice>
      )}
      {store ? <ConnectedStore {...store} /> : <ConnectForm />}
    </Dashboard>
  );
}

function ConnectedStore({ name, url }: NonNullable<ShopifyProps['store']>) {
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAct({
    onError() {
      notify('error', 'The store could not be disconnected. Try again.');
      setAsking(false);
    },
  });
  const disconnect = () =>
    run(async () => {
      await call(disconnectShopify, {});
      visit('/dashboard/shopify', { action: 'replace' });
    });

  return (
    <div className="button-row">
      <Button tone="primary" icon="external" href={url} target="_blank">
        Go to my store
      </Button>
      <Button tone="danger" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        title={`Disconnect ${name}?`}
        open={asking}
        busy={busy}
        danger
        confirmLabel="Disconnect"
        onConfirm={disconnect}
        onCancel={() => setAsking(false)}
      >
        Your products here won't change.
      </ConfirmDialog>
    </div>
  );
}
