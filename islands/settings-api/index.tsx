import { showCompany } from '../../server/accounts/company/contract';
import { listApiKeys } from '../../server/accounts/keys/contract';
import type { PropsOf } from '../../server/contract/island';
import { listWebhooks, type SettingsApiProps, type settingsApi } from '../../server/events/webhooks/contract';
import { call } from '../browser/api';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { ApiKeys } from './ApiKeys';
import { Webhooks } from './Webhooks';

export default function SettingsApi({ kind, keys, webhooks }: PropsOf<typeof settingsApi>) {
  const given = kind && keys && webhooks ? { kind, keys, webhooks } : undefined;
  const [settings, refetch, { failed }] = usePreloaded(given, loadSettings);
  if (!settings)
    return failed ? (
      <Failed onRetry={refetch}>Your API settings could not be loaded.</Failed>
    ) : (
      <Skeleton label="Loading your API settings" />
    );
  return (
    <>
      <ApiKeys kind={settings.kind} keys={settings.keys} onChange={refetch} />
      <Webhooks kind={settings.kind} webhooks={settings.webhooks} onChange={refetch} />
    </>
  );
}

async function loadSettings(): Promise<SettingsApiProps> {
  const [{ company }, { api_keys }, { webhooks }] = await Promise.all([
    call(showCompany, {}),
    call(listApiKeys, {}),
    call(listWebhooks, {}),
  ]);
  return { kind: company.kind, keys: api_keys, webhooks };
}
