import { type ComponentType, useEffect, useState } from 'react';
import { notify } from './alerts';

interface Options<Props> {
  /** Loads once this is true, and stays loaded. */
  wanted: boolean;
  load: () => Promise<ComponentType<Props>>;
  onFailure: () => void;
}

/** A component that loads on first use, such as a dialog whose form brings formik and yup; null until then. */
export function useLateComponent<Props>({ wanted, load, onFailure }: Options<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers pass new functions on every render
  useEffect(() => {
    if (!wanted || Loaded) return;
    let isCurrent = true;
    load().then(
      (component) => isCurrent && setLoaded(() => component),
      () => {
        if (!isCurrent) return;
        notify('error', 'Check your connection and try again.');
        onFailure();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted, Loaded]);
  return Loaded;
}
