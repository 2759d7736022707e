import type { ReactNode } from 'react';
import { usePreloaded } from '../browser/preloaded';
import { Failed } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';

interface Props<Given> {
  /** The props that the element brought; undefined where it is bare. */
  given: Given | undefined;
  load: () => Promise<Given>;
  failure: string;
  children: (props: Given) => ReactNode;
}

/** Shows an island once its props are there: from its element, or fetched. */
export function LoadProps<Given>({ given, load, failure, children }: Props<Given>) {
  const [props, refetch, { failed }] = usePreloaded(given, load);
  if (props !== undefined) return children(props);
  return failed ? <Failed onRetry={refetch}>{failure}</Failed> : <Skeleton shape="detail" />;
}

/** The parts of the address of the page; only for loaders, which run in the browser. */
export const pathParts = () => window.location.pathname.split('/').filter(Boolean);
export const pathQuery = () => Object.fromEntries(new URLSearchParams(window.location.search));
