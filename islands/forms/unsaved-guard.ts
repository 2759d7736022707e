import { useEffect, useRef } from 'react';

const QUESTION = 'Leave without saving your changes?';

/** Warns before leaving a page with unsaved changes. */
export function useUnsaved(changed: boolean) {
  const now = useRef(changed);
  now.current = changed;
  useEffect(() => {
    const closing = (event: BeforeUnloadEvent) => {
      if (now.current) event.preventDefault();
    };
    const visiting = (event: Event) => {
      if (now.current && !window.confirm(QUESTION)) event.preventDefault();
    };
    window.addEventListener('beforeunload', closing);
    document.addEventListener('turbo:before-visit', visiting);
    return () => {
      window.removeEventListener('beforeunload', closing);
      document.removeEventListener('turbo:before-visit', visiting);
    };
  }, []);
  return () => {
    now.current = false;
  };
}
