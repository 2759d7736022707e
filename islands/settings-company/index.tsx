import {
  listActivity,
  listMembers,
  type SettingsCompanyProps,
  type settingsCompany,
  showCompany,
} from '../../server/accounts/company/contract';
import type { PropsOf } from '../../server/contract/island';
import { call } from '../browser/api';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { AccountsPayable } from './AccountsPayable';
import { Activity } from './Activity';
import { Invitations } from './Invitations';
import { Members } from './Members';

export default function SettingsCompany(given: PropsOf<typeof settingsCompany>) {
  const [settings, refetch, { failed }] = usePreloaded(completeProps(given), loadSettings);
  if (!settings)
    return failed ? (
      <Failed onRetry={refetch}>Your company could not be loaded.</Failed>
    ) : (
      <Skeleton label="Loading your company" />
    );
  const { company, list, activity } = settings;
  const manages = list.invitations !== undefined;
  return (
    <>
      <Members company={company} members={list.members} manages={manages} onChange={refetch} />
      {list.invitations && list.invitations.length > 0 && (
        <Invitations invitations={list.invitations} onChange={refetch} />
      )}
      {manages && company.kind === 'buyer' && (
        <AccountsPayable key={company.ap_email} company={company} onChange={refetch} />
      )}
      {activity && activity.length > 0 && <Activity entries={activity} />}
    </>
  );
}

const completeProps = ({ company, list, activity = null }: Partial<SettingsCompanyProps>) =>
  company && list ? { company, list, activity } : undefined;

async function loadSettings(): Promise<SettingsCompanyProps> {
  const [{ company }, list] = await Promise.all([call(showCompany, {}), call(listMembers, {})]);
  // Who reads the invitations reads the activity, too.
  const activity = list.invitations ? (await call(listActivity, {})).activity : null;
  return { company, list, activity };
}
