import { type KeyboardEvent, type SyntheticEvent, useId, useRef } from 'react';
import { Icon } from './icon';

const GAP_PX = 6;
const MARGIN_PX = 8;

/** An info button whose text appears on hover, focus and press, above everything that scrolls or clips. */
export function Hint({ label, children }: { label: string; children: string }) {
  const tip = useRef<HTMLSpanElement>(null);
  const tipId = useId();
  const show = ({ currentTarget }: SyntheticEvent) => {
    const element = tip.current;
    if (!element || element.matches(':popover-open')) return;
    element.showPopover();
    placeBelow(element, currentTarget.getBoundingClientRect());
  };
  const hide = () => {
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover();
  };
  /** Esc closes the text first and a dialog around it only the next time. */
  const dismiss = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !tip.current?.matches(':popover-open')) return;
    event.preventDefault();
    event.stopPropagation();
    hide();
  };
  return (
    <span className="info-hint">
      <button
        type="button"
        aria-label={label}
        aria-describedby={tipId}
        onClick={show}
        onFocus={show}
        onBlur={hide}
        onMouseEnter={show}
        onMouseLeave={hide}
        onKeyDownCapture={dismiss}
      >
        <Icon name="info" />
      </button>
      <span ref={tip} id={tipId} role="tooltip" popover="manual">
        {children}
      </span>
    </span>
  );
}

function placeBelow(element: HTMLElement, { left, bottom, top, width }: DOMRect) {
  const { offsetWidth, offsetHeight } = element;
  const centered = left + width / 2 - offsetWidth / 2;
  const rightmost = window.innerWidth - offsetWidth - MARGIN_PX;
  const fitsBelow = bottom + GAP_PX + offsetHeight < window.innerHeight;
  element.style.left = `${Math.max(MARGIN_PX, Math.min(centered, rightmost))}px`;
  element.style.top = `${fitsBelow ? bottom + GAP_PX : top - GAP_PX - offsetHeight}px`;
}
