import { listApiKeys, type settingsApi } from '../../server/accounts/keys/contract';
import type { PropsOf } from '../../server/contract/island';
import { call } from '../browser/api';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { ApiKeys } from './ApiKeys';

export default function SettingsApi({ keys: given }: PropsOf<typeof settingsApi>) {
  const [keys, refetch, { failed }] = usePreloaded(given, async () => (await call(listApiKeys, {})).api_keys);
  if (!keys)
    return failed ? (
      <Failed onRetry={refetch}>Your API keys could not be loaded.</Failed>
    ) : (
      <Skeleton label="Loading your API keys" />
    );
  return <ApiKeys keys={keys} />;
}
