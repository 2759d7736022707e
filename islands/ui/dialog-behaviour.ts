import { type RefObject, useEffect, useRef } from 'react';

type DialogRef = RefObject<HTMLDialogElement | null>;

/** Opens a <dialog> as modal while it is rendered and restores the focus afterwards. Esc calls `onClose`. */
export function useModalDialog(onClose: () => void, dismissable: boolean): DialogRef {
  const dialog = useRef<HTMLDialogElement>(null);
  useShownModal(dialog);
  useDismissal(dialog, onClose, dismissable);
  return dialog;
}

function useShownModal(dialog: DialogRef) {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    if (element.querySelector('[autofocus]') === null) element.focus({ preventScroll: true });
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
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
