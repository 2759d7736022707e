import { type Security, type settingsSecurity, showSecurity } from '../../server/accounts/security/contract';
import type { PropsOf } from '../../server/contract/island';
import { call } from '../browser/api';
import { Failed, Notice, Skeleton, usePreloaded } from '../ui/feedback';
import { SecondFactor } from './SecondFactor';
import { SignIns } from './SignIns';

export default function SettingsSecurity({
  security: given,
  required = false,
}: PropsOf<typeof settingsSecurity>) {
  const [security, refetch, { failed }] = usePreloaded<Security>(given, () => call(showSecurity, {}));
  if (!security)
    return failed ? (
      <Failed onRetry={refetch}>Your security settings could not be loaded.</Failed>
    ) : (
      <Skeleton label="Loading your security settings" />
    );
  return (
    <div className="settings-column stack loose">
      {required && !security.second_factor && (
        <Notice tone="yellow" title="Set up two-step verification to continue.">
          Staff accounts need it.
        </Notice>
      )}
      <SecondFactor factor={security.second_factor} isRequired={required} onChange={refetch} />
      <SignIns signIns={security.sign_ins} onChange={refetch} />
    </div>
  );
}
