import { type RefObject, useEffect } from 'react';

const arrivedAfresh = () => {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'navigate';
};

const isChanged = (control: HTMLInputElement | HTMLSelectElement) => {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => selected && !defaultSelected);
  return control.type === 'radio'
    ? control.checked && !control.defaultChecked
    : control.value !== control.defaultValue;
};

/**
 * The page is there before its script: what somebody typed or chose meanwhile is told here once, and not lost.
 * What a browser itself puts back into a form on a reload is none of that.
 */
export function useTypedBefore(
  container: RefObject<HTMLElement | null>,
  take: (name: string, value: string) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before is known on arrival
  useEffect(() => {
    if (!arrivedAfresh()) return;
    const controls = container.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      'input[name]:not([type=hidden], [type=search]), select[name]',
    );
    for (const control of controls ?? []) if (isChanged(control)) take(control.name, control.value);
  }, []);
}
