import { clsx } from 'clsx';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from '../browser/use-latest';
import { RecordNumbers } from './badge';
import { Button } from './button';
import { Icon, type IconName } from './icon';

const icons: Record<string, IconName> = { red: 'warning', yellow: 'info', green: 'check', accent: 'info' };

interface NoticeProps {
  tone?: 'yellow' | 'red' | 'green' | 'accent' | undefined;
  title?: string | undefined;
  children?: ReactNode;
  action?: ReactNode;
  /** Announced to screen readers: it appeared after the page had loaded. */
  live?: boolean | undefined;
}

export function Notice({ tone = 'accent', title, children, action, live }: NoticeProps) {
  return (
    <div className={clsx('notice', tone)} role={tone === 'red' ? 'alert' : live ? 'status' : undefined}>
      <Icon name={icons[tone] ?? 'info'} />
      <div>
        {title && (
          <strong>
            <RecordNumbers text={title} />
          </strong>
        )}
        {children}
      </div>
      {action}
    </div>
  );
}

interface Loading {
  failed: boolean;
  loading: boolean;
}

/** The props' value until `refetch`, whose latest request wins; false after a failure, for `useChannel`. */
export function usePreloaded<T>(
  initial: T | undefined,
  fetch: () => Promise<T>,
): [T | undefined, () => Promise<boolean>, Loading] {
  const [value, setValue] = useState(initial);
  const [state, setState] = useState<Loading>({ failed: false, loading: initial === undefined });
  const begin = useLatest();
  const current = useRef(fetch);
  current.current = fetch;
  const newest = useRef<Promise<boolean>>(Promise.resolve(true));
  const refetch = useCallback(() => {
    const isLatest = begin();
    async function ask(): Promise<boolean> {
      try {
        const fetched = await current.current();
        if (!isLatest()) return newest.current;
        setValue(fetched);
        setState({ failed: false, loading: false });
        return true;
      } catch {
        if (!isLatest()) return newest.current;
        setState({ failed: true, loading: false });
        return false;
      }
    }
    newest.current = ask();
    return newest.current;
  }, [begin]);
  useEffect(() => {
    if (initial === undefined) void refetch();
  }, [initial, refetch]);
  return [value, refetch, state];
}

interface Loaded<Given> {
  given: Given | undefined;
  load: () => Promise<Given>;
  failure: string;
  children: (props: Given) => ReactNode;
}

/** The props that the page gave, or else those that `load` fetches. */
export function LoadProps<Given>({ given, load, failure, children }: Loaded<Given>) {
  const [props, refetch, { failed }] = usePreloaded(given, load);
  if (props !== undefined) return children(props);
  return failed ? <Failed onRetry={refetch}>{failure}</Failed> : <Skeleton shape="detail" />;
}

interface FailedProps {
  children: string;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
}

/** A failed load, as opposed to an empty result. */
export function Failed({ children, onRetry, busy }: FailedProps) {
  return (
    <div className="empty inline" role="alert">
      <Icon name="warning" />
      <p className="empty-title">{children}</p>
      {onRetry && (
        <div className="button-row">
          <Button icon="refresh" onClick={onRetry} busy={busy}>
            Try Again
          </Button>
        </div>
      )}
    </div>
  );
}

/** The message of a whole form, which screen readers say at once. */
export const FormError = ({ children }: { children: ReactNode }) =>
  children && (
    <p className="form-error" role="alert">
      {children}
    </p>
  );

interface SkeletonProps {
  shape?: 'cards' | 'rows' | 'lines' | 'detail' | undefined;
  count?: number | undefined;
  label?: string | undefined;
}

/** Appears only after 200 ms, so that fast responses do not flicker. */
export function Skeleton({ shape = 'lines', count = 4, label = 'Loading' }: SkeletonProps) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}…</span>
      <div aria-hidden="true">{shapes[shape](Array.from({ length: count }, (_, index) => index))}</div>
    </div>
  );
}

const Bone = ({ kind }: { kind: string }) => <div className={clsx('bone', kind)} />;

const shapes = {
  cards: (places: number[]) => (
    <div className="product-grid-frame">
      <div className="product-grid">
        {places.map((place) => (
          <div key={place} className="stack tight">
            <Bone kind="photo" />
            <Bone kind="line" />
            <Bone kind="line short" />
          </div>
        ))}
      </div>
    </div>
  ),
  rows: (places: number[]) => (
    <div className="stack">
      {places.map((place) => (
        <div key={place} className="skeleton-row">
          <Bone kind="thumb" />
          <div className="stack tight">
            <Bone kind="line" />
            <Bone kind="line short" />
          </div>
        </div>
      ))}
    </div>
  ),
  lines: (places: number[]) => (
    <div className="stack tight">
      {places.map((place) => (
        <Bone key={place} kind={place % 3 === 2 ? 'line short' : 'line'} />
      ))}
    </div>
  ),
  detail: () => (
    <div className="product-detail">
      <Bone kind="photo" />
      <div className="stack">
        <Bone kind="title" />
        <Bone kind="line" />
        <Bone kind="line short" />
        <Bone kind="block" />
      </div>
    </div>
  ),
} satisfies Record<string, (places: number[]) => ReactNode>;
