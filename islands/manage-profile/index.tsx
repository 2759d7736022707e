import { useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import { currentSeller, type DashboardFrame, type manageProfile } from '../../server/sellers/contract';
import { call } from '../browser/api';
import { Dashboard } from '../dashboard/Dashboard';
import { Button } from '../ui/button';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { ProfileForm } from './ProfileForm';

export default function ManageProfile({ frame: first = null, seller: given }: PropsOf<typeof manageProfile>) {
  const [seller, refetch, { failed }] = usePreloaded(given, () => call(currentSeller, {}));
  const [frame, setFrame] = useState<DashboardFrame | null>(first);
  if (!seller)
    return failed ? (
      <Failed onRetry={refetch}>Your profile could not be loaded.</Failed>
    ) : (
      <Skeleton shape="detail" label="Loading your profile" />
    );
  if (!frame)
    return (
      <div className="page">
        <header className="page-head">
          <div>
            <h1>Create Your Profile</h1>
            <p className="lede">Buyers see your profile above your products. Complete it to start listing.</p>
          </div>
        </header>
        {/* A full page load, because the header changes. */}
        <ProfileForm seller={seller} onSaved={() => window.location.assign('/dashboard')} />
      </div>
    );
  return (
    <Dashboard
      frame={frame}
      tab="profile"
      title="Manage Profile"
      lede="This is what buyers see on your storefront and product pages."
      actions={
        seller.profile_complete && (
          <Button href={`/seller/${seller.id}`} icon="eye">
            View Storefront
          </Button>
        )
      }
    >
      <ProfileForm
        seller={seller}
        onSaved={({ name, profile_complete }) => {
          setFrame({ ...frame, name, profile_complete });
          void refetch();
        }}
      />
    </Dashboard>
  );
}
