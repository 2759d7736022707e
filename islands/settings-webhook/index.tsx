import { useEffect, useRef } from 'react';
import { showCompany } from '../../server/accounts/company/contract';
import type { PropsOf } from '../../server/contract/island';
import {
  type DeliveryList,
  listDeliveries,
  listWebhooks,
  type SettingsWebhookProps,
  type settingsWebhook,
  type WebhookDelivery,
} from '../../server/events/webhooks/contract';
import { call } from '../browser/api';
import { givenId } from '../browser/navigation';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { Deliveries } from './Deliveries';
import { Endpoint } from './Endpoint';

export default function SettingsWebhook({ kind, webhook, list }: PropsOf<typeof settingsWebhook>) {
  const given = kind && webhook && list ? { kind, webhook, list } : undefined;
  const [settings, refetch, { failed }] = usePreloaded(given, loadSettings);
  useFreshDeliveries(settings?.list, refetch);
  if (!settings)
    return failed ? (
      <Failed onRetry={refetch}>This endpoint could not be loaded.</Failed>
    ) : (
      <Skeleton label="Loading the endpoint" />
    );
  return (
    <>
      <Endpoint kind={settings.kind} webhook={settings.webhook} onChange={refetch} />
      <Deliveries webhook={settings.webhook} list={settings.list} onChange={refetch} />
    </>
  );
}

const EVERY_MS = 3_000;
const SOON_MS = 30_000;

const isDue = ({ status, next_at }: WebhookDelivery) =>
  status === 'pending' && (next_at === null || Date.parse(next_at) - Date.now() < SOON_MS);

/** Loads the deliveries again while one of them is to be sent any moment. */
function useFreshDeliveries(list: DeliveryList | undefined, refetch: () => Promise<unknown>) {
  const latest = useRef(refetch);
  latest.current = refetch;
  const isWaiting = list?.deliveries.some(isDue) ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!document.hidden) void latest.current();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
}

async function loadSettings(): Promise<SettingsWebhookProps> {
  const id = givenId('settings-webhook', 'id', 2);
  const [{ company }, { webhooks }, list] = await Promise.all([
    call(showCompany, {}),
    call(listWebhooks, {}),
    call(listDeliveries, { id }),
  ]);
  const webhook = webhooks.find((one) => one.id === id);
  if (!webhook) throw new Error(`Webhook ${id} is gone`);
  return { kind: company.kind, webhook, list };
}
