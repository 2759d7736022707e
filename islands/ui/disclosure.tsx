import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Count } from './badge';
import { Icon } from './icon';

interface DisclosureProps {
  title: string;
  children: ReactNode;
  count?: number | string | undefined;
  open?: boolean | undefined;
  level?: 2 | 3 | undefined;
  onToggle?: ((open: boolean) => void) | undefined;
}

export function Disclosure({
  title,
  children,
  count,
  open: atFirst = false,
  level = 2,
  onToggle,
}: DisclosureProps) {
  const [open, setOpen] = useState(atFirst);
  const bodyId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const toggle = () => {
    setOpen(!open);
    onToggle?.(!open);
  };
  return (
    <div className="disclosure">
      <Heading>
        <button
          type="button"
          className="disclosure-button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={toggle}
        >
          {title}
          {count !== undefined && <Count value={count} />}
          <Icon name="chevron-down" />
        </button>
      </Heading>
      <div id={bodyId} className="disclosure-body" hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}

interface ReadMoreProps {
  children: ReactNode;
  lines?: 2 | 3 | 5 | 8 | undefined;
}

/** Long text behind Read More / Less; the button appears only if text is hidden. */
export function ReadMore({ children, lines = 5 }: ReadMoreProps) {
  const [open, setOpen] = useState(false);
  const [overflows, setOverflows] = useState(false);
  const text = useRef<HTMLDivElement>(null);
  const textId = useId();

  useEffect(() => {
    const element = text.current;
    if (!element || open) return;
    const measure = () => {
      keepListsWhole(element);
      setOverflows(element.scrollHeight > element.clientHeight + 4);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [open]);

  return (
    <div className="read-more">
      <div
        ref={text}
        id={textId}
        className={clsx('read-more-text', `lines-${lines}`, !open && 'clamped', overflows && 'overflows')}
      >
        {children}
      </div>
      {(overflows || open) && (
        <button
          type="button"
          className="button link"
          aria-expanded={open}
          aria-controls={textId}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Less' : 'Read More'}
        </button>
      )}
    </div>
  );
}

const MIN_LINES = 3;

/** Ends the clamped text before a list that would be cut, or after it if little text came before. */
function keepListsWhole(element: HTMLElement) {
  element.style.removeProperty('--cut');
  const limit = element.clientHeight;
  const line = Number.parseFloat(getComputedStyle(element).lineHeight) || 24;
  const top = element.getBoundingClientRect().top;
  for (const list of element.querySelectorAll('ul, ol')) {
    const box = list.getBoundingClientRect();
    const [start, end] = [box.top - top, box.bottom - top];
    if (start >= limit || end <= limit) continue;
    element.style.setProperty('--cut', `${start >= MIN_LINES * line ? start : end}px`);
    return;
  }
}
