import { type RefObject, useEffect, useRef } from 'react';

/**
 * Shows a <dialog> above everything while it is in the tree, and gives the focus back to where it was.
 * The browser keeps Tab inside; Esc asks `onClose`.
 */
export function useModalDialog(
  onClose: () => void,
  dismissable: boolean,
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

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
  }, []);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const cancel = (event: Event) => {
      event.preventDefault();
      if (dismissable) close.current();
    };
    // A second Esc closes a dialog whose cancel was refused; keydown comes first and can stop it.
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      if (dismissable) close.current();
    };
    const outside = (event: MouseEvent) => {
      if (event.target === element && dismissable && isOutside(element, event)) close.current();
    };
    element.addEventListener('cancel', cancel);
    element.addEventListener('keydown', key);
    element.addEventListener('mousedown', outside);
    return () => {
      element.removeEventListener('cancel', cancel);
      element.removeEventListener('keydown', key);
      element.removeEventListener('mousedown', outside);
    };
  }, [dismissable]);

  return dialog;
}

function isOutside(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
