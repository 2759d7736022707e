import { type ComponentType, useEffect, useState } from 'react';
import { notify } from './alerts';
import { useLatest } from './use-latest';

interface Options<Props> {
  /** Loads once this is true, and stays loaded. */
  wanted: boolean;
  load: () => Promise<ComponentType<Props>>;
  onFailure: () => void;
  /** What has loaded before. */
  loaded?: ComponentType<Props> | null;
}

/** A component that loads on first use, such as a dialog whose form brings formik and yup; null until then. */
export function useLateComponent<Props>({ wanted, load, onFailure, loaded = null }: Options<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(() => (wanted ? loaded : null));
  const begin = useLatest();
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers pass new functions on every render
  useEffect(() => {
    if (!wanted || Loaded) return;
    const isLatest = begin();
    load().then(
      (component) => isLatest() && setLoaded(() => component),
      () => {
        if (!isLatest()) return;
        notify('error', 'Check your connection and try again.');
        onFailure();
      },
    );
    return () => void begin();
  }, [wanted, Loaded]);
  return Loaded;
}
