import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button';
import { useModalDialog } from './modal';

interface DrawerProps {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  side?: 'left' | 'right' | undefined;
  /** Room for two columns. */
  wide?: boolean | undefined;
  /** Closes after this many milliseconds without pointer or keyboard activity inside. */
  autoClose?: number | undefined;
}

export function Drawer({ open, ...props }: DrawerProps) {
  return open ? <OpenDrawer {...props} /> : null;
}

function OpenDrawer({
  title,
  onClose,
  children,
  footer,
  side = 'right',
  wide,
  autoClose,
}: Omit<DrawerProps, 'open'>) {
  const dialog = useModalDialog(onClose, true);
  const titleId = useId();
  useIdleClose(dialog, onClose, autoClose);
  return (
    <dialog
      ref={dialog}
      // biome-ignore lint/a11y/noRedundantRoles: the contract names the role
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={clsx('drawer', side, wide && 'wide')}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label="Close" size="small" onClick={onClose} />
      </div>
      <div className="dialog-body">{children}</div>
      {footer && <div className="dialog-foot">{footer}</div>}
    </dialog>
  );
}

const ACTIVITY = ['pointermove', 'pointerdown', 'wheel', 'touchmove', 'keydown', 'input'] as const;

/** Ignores focus that scripts move: only user activity restarts the timer. */
function useIdleClose(inside: { current: HTMLElement | null }, onClose: () => void, ms: number | undefined) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const element = inside.current;
    if (!ms || !element) return;
    let timer = setTimeout(() => close.current(), ms);
    const again = (event: Event) => {
      // The backdrop is part of the dialog element but not of its content.
      if (event.target === element && event instanceof PointerEvent) return;
      clearTimeout(timer);
      timer = setTimeout(() => close.current(), ms);
    };
    for (const name of ACTIVITY) element.addEventListener(name, again, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of ACTIVITY) element.removeEventListener(name, again);
    };
  }, [inside, ms]);
}
