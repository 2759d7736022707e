import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { RecordNumbers } from './badge';
import { Button, IconButton } from './button';

interface ModalProps {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large' | 'full' | undefined;
  className?: string | undefined;
  /** false during work that cannot be canceled: no close button, Esc does nothing. */
  dismissable?: boolean | undefined;
}

export function Modal({ open, ...props }: ModalProps) {
  return open ? <OpenModal {...props} /> : null;
}

function OpenModal(props: Omit<ModalProps, 'open'>) {
  const { title, onClose, children, footer, size = 'medium', className, dismissable = true } = props;
  const dialog = useModalDialog(onClose, dismissable);
  const titleId = useId();
  const body = useRef<HTMLDivElement>(null);
  // Text without focusable elements must be focusable itself to be scrolled by keyboard.
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const mute = !element.querySelector('a[href], button, input, select, textarea');
    if (mute && element.scrollHeight > element.clientHeight) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  });
  return (
    <dialog
      ref={dialog}
      // biome-ignore lint/a11y/noRedundantRoles: the contract names the role
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={clsx('dialog', size, className)}
    >
      <div className="dialog-head">
        <h2 id={titleId}>
          <RecordNumbers text={title} />
        </h2>
        {dismissable && <IconButton icon="close" label="Close" size="small" onClick={onClose} />}
      </div>
      <div ref={body} className="dialog-body">
        {children}
      </div>
      {footer && <div className="dialog-foot">{footer}</div>}
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  size?: 'small' | 'medium';
  open: boolean;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmProps) {
  const { title, size = 'small', open, children, confirmLabel, danger, busy, onConfirm, onCancel } = props;
  // What has been sent cannot be taken back.
  const cancel = () => {
    if (!busy) onCancel();
  };
  return (
    <Modal
      title={title}
      open={open}
      onClose={cancel}
      size={size}
      footer={
        <>
          <Button onClick={cancel}>{props.cancelLabel ?? 'Cancel'}</Button>
          <Button tone="primary" className={danger ? 'danger' : ''} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}

type DialogRef = RefObject<HTMLDialogElement | null>;

/** Opens a <dialog> as modal while it is rendered and restores the focus afterwards. Esc calls `onClose`. */
export function useModalDialog(onClose: () => void, dismissable: boolean): DialogRef {
  const dialog = useRef<HTMLDialogElement>(null);
  useShownModal(dialog);
  useDismissal(dialog, onClose, dismissable);
  return dialog;
}

/** Elements around this one that can take the focus, the nearest first. */
function focusableAround(element: Element): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let around = element.parentElement; around; around = around.parentElement)
    if (around.hasAttribute('tabindex')) found.push(around);
  return found;
}

/** What the dialog did may have removed the element that opened it. Others may give the focus a better place first. */
function restoreFocus(before: Element | null, around: readonly HTMLElement[]) {
  if (before instanceof HTMLElement && before.isConnected) return before.focus({ preventScroll: true });
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      around.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
  });
}

function useShownModal(dialog: DialogRef) {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    const around = before ? focusableAround(before) : [];
    if (!element.open) element.showModal();
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element;
    first.focus({ preventScroll: true });
    return () => {
      element.close();
      restoreFocus(before, around);
    };
  }, [dialog]);
}

function useDismissal(dialog: DialogRef, onClose: () => void, dismissable: boolean) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const dismiss = () => {
      if (dismissable) close.current();
    };
    const cancel = (event: Event) => {
      event.preventDefault();
      dismiss();
    };
    // The second Esc closes a dialog even if `cancel` was prevented; preventing keydown stops that.
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel(event);
    };
    const outside = (event: MouseEvent) => {
      if (event.target === element && isOutside(element, event)) dismiss();
    };
    element.addEventListener('cancel', cancel);
    element.addEventListener('keydown', key);
    element.addEventListener('mousedown', outside);
    return () => {
      element.removeEventListener('cancel', cancel);
      element.removeEventListener('keydown', key);
      element.removeEventListener('mousedown', outside);
    };
  }, [dialog, dismissable]);
}

function isOutside(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
