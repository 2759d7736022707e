import { type ReactNode, useEffect, useRef, useState } from 'react';
import { counted } from '../../server/contract/money';
import { Button } from '../ui/button';
import type { Steady } from './use-steady-list';

interface RegionProps<Item> {
  list: Steady<Item>;
  noun: string;
  children: ReactNode;
}

/** A region whose rows do not move while in use, with a bar for pending changes. */
export function SteadyRegion<Item>({ list, noun, children }: RegionProps<Item>) {
  const { waiting, left, region, show } = list;
  const text =
    waiting > 0 ? counted(waiting, `new ${noun}`) : left > 0 ? `${counted(left, noun)} left this list` : null;
  return (
    <div ref={region} className="steady" tabIndex={-1}>
      <SteadyBar text={text} onShow={show} />
      {children}
    </div>
  );
}

interface BarProps {
  text: string | null;
  busy?: boolean | undefined;
  onShow: () => void;
}

/** Announces pending changes once. Overlays the list, so nothing moves. */
export function SteadyBar({ text, busy, onShow }: BarProps) {
  const [announced, setAnnounced] = useState('');
  const isShown = text !== null;
  const first = useRef(text);
  first.current = text;
  useEffect(() => setAnnounced(isShown ? (first.current ?? '') : ''), [isShown]);
  return (
    <div className="steady-bar">
      {isShown && (
        <div className="steady-bar-note">
          <span>{text}</span>
          <Button size="small" busy={busy} onClick={onShow}>
            Show
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </div>
  );
}
