import { type ComponentType, useEffect, useState } from 'react';
import type { DeskProps } from './Desk';

const EVENTS = ['keydown', 'pointerdown', 'pointerover', 'focusin'] as const;

/** Keys, selection and bulk answers. Loads with the first sign of use, once more if that fails. */
export function LateDesk(props: DeskProps) {
  const [Desk, setDesk] = useState<ComponentType<DeskProps> | null>(null);
  useEffect(() => {
    const load = () => {
      stop();
      import('./Desk').then(({ Desk: loaded }) => setDesk(() => loaded), start);
    };
    const start = () => {
      for (const name of EVENTS) addEventListener(name, load);
    };
    const stop = () => {
      for (const name of EVENTS) removeEventListener(name, load);
    };
    start();
    return stop;
  }, []);
  return Desk && <Desk {...props} />;
}
