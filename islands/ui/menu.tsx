import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from './icon';

interface Props {
  /** Includes the object: "Actions for PO-100042". */
  label: string;
  /** On the button, in place of three dots. */
  text?: string | undefined;
  /** Links and buttons of the role `menuitem`, rendered while the menu is open. */
  children: () => ReactNode;
}

const GAP_PX = 4;

/** A button whose menu is above everything that scrolls or clips, at the button's right edge. */
export function Menu({ label, text, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={text ? undefined : 'button icon-only quiet'}
        aria-label={text ? undefined : label}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        {text}
        <Icon name={text ? 'chevron-down' : 'more'} />
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className="menu floating"
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState === 'closed') return;
          flushSync(() => setOpen(true));
          placeAt(currentTarget);
        }}
        onToggle={({ newState, currentTarget }) => {
          // Not before: the browser returns a focus that is still inside to the button.
          setOpen(newState === 'open');
          if (newState === 'closed') return;
          choicesOf(currentTarget).at(0)?.focus({ preventScroll: true });
          // It would stay where its button was.
          addEventListener('scroll', () => currentTarget.hidePopover(), { once: true });
        }}
        onKeyDown={moveFocus}
        onClick={hideAfterChoice}
      >
        {isOpen && children()}
      </div>
    </>
  );
}

/** Estimated: a hidden menu has no height. */
const CHOICE_HEIGHT_PX = 44;

/** Above the button where there is too little room below and more above. */
function placeAt(menu: HTMLElement) {
  const { top, bottom, right } = menu.previousElementSibling?.getBoundingClientRect() ?? new DOMRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const room = clientHeight - bottom;
  const isBelow = room > (choicesOf(menu).length + 1) * CHOICE_HEIGHT_PX || room > top;
  menu.style.right = `${clientWidth - right}px`;
  menu.style.top = isBelow ? `${bottom + GAP_PX}px` : 'auto';
  menu.style.bottom = isBelow ? 'auto' : `${clientHeight - top + GAP_PX}px`;
}

const choicesOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const choices = choicesOf(event.currentTarget);
  const at = choices.indexOf(document.activeElement as HTMLElement);
  choices.at((at + by) % choices.length)?.focus();
}

function hideAfterChoice({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest('[role="menuitem"]')) currentTarget.hidePopover();
}
