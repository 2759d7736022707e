import type { ReactNode } from 'react';
import { usePreloaded } from '../browser/preloaded';
import { Failed } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';

interface Props<Given> {
  given: Given | undefined;
  load: () => Promise<Given>;
  failure: string;
  children: (props: Given) => ReactNode;
}

export function LoadProps<Given>({ given, load, failure, children }: Props<Given>) {
  const [props, refetch, { failed }] = usePreloaded(given, load);
  if (props !== undefined) return children(props);
  return failed ? <Failed onRetry={refetch}>{failure}</Failed> : <Skeleton shape="detail" />;
}

export const pathParts = () => window.location.pathname.split('/').filter(Boolean);
export const pathQuery = () => Object.fromEntries(new URLSearchParams(window.location.search));
