import { useLateComponent } from '../browser/use-late-component';
import { Failed } from '../ui/feedback';
import type { ClaimListProps } from './ClaimList';
import type { SectionProps } from './order-page';
import type { LoadedClaims } from './use-claims';

/** Most orders have no claims, and load none of this. */
export function ClaimSection({
  side,
  refetch,
  claims: { loaded, failed, reload },
}: SectionProps & { claims: LoadedClaims }) {
  const claims = loaded?.claims ?? [];
  const ClaimList = useLateComponent<ClaimListProps>({
    wanted: claims.length > 0,
    load: () => import('./ClaimList').then((part) => part.ClaimList),
    onFailure: () => undefined,
  });
  const onChange = () => Promise.all([reload(), refetch()]);
  if (failed) return <Failed onRetry={() => void reload()}>The claims could not be loaded.</Failed>;
  if (!ClaimList || claims.length === 0) return null;
  return <ClaimList claims={claims} side={side} onChange={onChange} />;
}
