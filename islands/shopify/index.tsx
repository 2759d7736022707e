import { useState } from 'react';
import { disconnectShopify, type ShopifyProps } from '../../server/shopify/contract';
import { Dashboard } from '../dashboard/Dashboard';
import { notify } from '../kit/alerts';
import { call } from '../kit/api';
import { Button } from '../kit/button';
import { Failed } from '../kit/empty';
import { Confirm } from '../kit/modal';
import { Notice } from '../kit/notice';
import { visit } from '../kit/visit';
import { ConnectForm } from './ConnectForm';

export default function Shopify({ frame, store, failed }: Partial<ShopifyProps>) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!frame || store === undefined) return <Failed>Your store could not be loaded.</Failed>;

  async function leave() {
    setBusy(true);
    try {
      await call(disconnectShopify, {});
      visit('/dashboard/shopify', { action: 'replace' });
    } catch {
      notify('error', 'The store could not be disconnected. Please try again.');
      setBusy(false);
      setAsking(false);
    }
  }

  return (
    <Dashboard
      frame={frame}
      tab="shopify"
      title={store ? `${store.name} is connected` : 'Connect Shopify'}
      lede={
        store ? 'Your Shopify store and your storefront here belong together.' : 'Connect your Shopify store.'
      }
    >
      {failed && !store && (
        <Notice tone="red" title="The store was not connected">
          Shopify did not confirm it. Please try again.
        </Notice>
      )}
      {store ? (
        <div className="button-row">
          <Button tone="primary" icon="external" href={store.url} target="_blank">
            Go to my store
          </Button>
          <Button tone="danger" onClick={() => setAsking(true)}>
            Disconnect
          </Button>
          <Confirm
            title={`Disconnect ${store.name}?`}
            open={asking}
            busy={busy}
            danger
            confirmLabel="Disconnect"
            onConfirm={leave}
            onCancel={() => setAsking(false)}
          >
            Your products here stay as they are.
          </Confirm>
        </div>
      ) : (
        <ConnectForm />
      )}
    </Dashboard>
  );
}
