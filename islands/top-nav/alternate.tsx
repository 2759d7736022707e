import type { PropsOf } from '../../server/contract/island';
import type { topNavAlternate } from '../../server/pages/contract';
import TopNav from './index';

export default function AlternateTopNav({ path }: PropsOf<typeof topNavAlternate>) {
  return <TopNav {...(path !== undefined && { path })} links="alternate" />;
}
