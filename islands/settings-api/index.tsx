import { showCompany } from '../../server/accounts/company/contract';
import { listApiKeys, type SettingsApiProps, type settingsApi } from '../../server/accounts/keys/contract';
import type { PropsOf } from '../../server/contract/island';
import { call } from '../browser/api';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { ApiKeys } from './ApiKeys';

export default function SettingsApi({ kind, keys }: PropsOf<typeof settingsApi>) {
  const given = kind && keys ? { kind, keys } : undefined;
  const [settings, refetch, { failed }] = usePreloaded(given, loadSettings);
  if (!settings)
    return failed ? (
      <Failed onRetry={refetch}>Your API keys could not be loaded.</Failed>
    ) : (
      <Skeleton label="Loading your API keys" />
    );
  return <ApiKeys kind={settings.kind} keys={settings.keys} onChange={refetch} />;
}

async function loadSettings(): Promise<SettingsApiProps> {
  const [{ company }, { api_keys }] = await Promise.all([call(showCompany, {}), call(listApiKeys, {})]);
  return { kind: company.kind, keys: api_keys };
}
