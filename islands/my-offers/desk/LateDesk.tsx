import { type ComponentType, useEffect, useState } from 'react';
import type { DeskProps } from './Desk';

const EVENTS = ['keydown', 'pointerdown', 'pointerover', 'focusin'] as const;

/** Keys, selection and bulk answers. Loads with the first sign of use; the page works without it. */
export function LateDesk(props: DeskProps) {
  const [Desk, setDesk] = useState<ComponentType<DeskProps> | null>(null);
  useEffect(() => {
    const load = () => {
      stop();
      import('./Desk').then(
        (loaded) => setDesk(() => loaded.Desk),
        () => undefined,
      );
    };
    const stop = () => {
      for (const name of EVENTS) removeEventListener(name, load);
    };
    for (const name of EVENTS) addEventListener(name, load);
    return stop;
  }, []);
  return Desk && <Desk {...props} />;
}
