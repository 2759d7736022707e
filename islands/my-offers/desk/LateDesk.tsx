import { type ComponentType, useEffect, useState } from 'react';
import type { DeskProps } from './Desk';

const SIGNS = ['keydown', 'pointerdown', 'pointerover', 'focusin'] as const;

interface Loaded {
  Desk: ComponentType<DeskProps>;
  /** The last key that was pressed before. */
  early: KeyboardEvent | null;
}

/** Keys, selection and bulk answers. Loads with the first sign of use, once more if that fails. */
export function LateDesk(props: Omit<DeskProps, 'early'>) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let early: KeyboardEvent | null = null;
    let isLoading = false;
    const onSign = (event: Event) => {
      if (event instanceof KeyboardEvent) early = event;
      if (isLoading) return;
      isLoading = true;
      import('./Desk').then(
        ({ Desk }) => {
          stop();
          setLoaded({ Desk, early });
        },
        () => {
          isLoading = false;
        },
      );
    };
    const stop = () => {
      for (const name of SIGNS) removeEventListener(name, onSign);
    };
    for (const name of SIGNS) addEventListener(name, onSign);
    return stop;
  }, []);
  return loaded && <loaded.Desk {...props} early={loaded.early} />;
}
