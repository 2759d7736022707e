import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
} from 'react';
import { IconButton } from '../ui/button';
import { Drawer } from '../ui/drawer';
import { Empty } from '../ui/empty';
import { Failed, Skeleton } from '../ui/feedback';
import { OrderFacts } from './OrderFacts';
import type { useStaffOrder } from './use-staff-order';

interface Props {
  opened: ReturnType<typeof useStaffOrder>;
  number: string;
  /** The buttons of the order. */
  actions: ReactNode;
  onClose: () => void;
}

/** The opened order: beside the list where there is room, over it elsewhere. */
export function OrderPanel({ opened, number, actions, onClose }: Props) {
  const isWide = useIsWide();
  const title = `Order ${opened.loaded?.order.po_number ?? number}`.trim();
  const body = <Body {...opened} actions={actions} />;
  if (!isWide)
    return (
      <Drawer title={title} open onClose={onClose}>
        {body}
      </Drawer>
    );
  return (
    <SidePanel title={title} onClose={onClose}>
      {body}
    </SidePanel>
  );
}

function Body({ loaded, problem, retry, actions }: Props['opened'] & { actions: ReactNode }) {
  if (problem === 'missing')
    return (
      <Empty icon="box" title="Order not found" inline>
        Check the link, or find the order in the list.
      </Empty>
    );
  if (problem === 'failed') return <Failed onRetry={retry}>The order could not be loaded.</Failed>;
  if (!loaded) return <Skeleton shape="lines" label="Loading the order" />;
  return <OrderFacts opened={loaded} actions={actions} />;
}

interface SidePanelProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

function SidePanel({ title, children, onClose }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const keepsFocus = usePanelFocus(panel);
  useEscape(onClose);
  return (
    <aside ref={panel} className="side-panel" tabIndex={-1} aria-labelledby={titleId} {...keepsFocus}>
      <div className="side-panel-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label="Close" size="small" onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}

/** Focuses the opened panel, and again when its focused button disappears. */
function usePanelFocus(panel: RefObject<HTMLElement | null>) {
  const hasFocus = useRef(true);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      panel.current?.focus({ preventScroll: true });
  });
  useEffect(() => panel.current?.focus({ preventScroll: true }), [panel]);
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !panel.current?.contains(relatedTarget)) hasFocus.current = false;
    },
  };
}

/** Esc closes the panel from anywhere on the page, except from a dialog or a field. */
function useEscape(onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere =
        event.target instanceof Element && event.target.closest('dialog, input, textarea') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) close.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const WIDE = '(width >= 72rem)';

const watchWidth = (onChange: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

const useIsWide = () =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => true,
  );
