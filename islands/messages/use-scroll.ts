import { useLayoutEffect, useRef } from 'react';
import type { ThreadMessage } from '../../server/contract/thread-message';

const NEAR_END = 48;

/** Starts at the first new message, follows the end while it is in view, and stays where the reader reads earlier ones. */
export function useScroll(messages: readonly ThreadMessage[], sending: number) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const height = useRef(0);
  const [first, last] = [messages[0]?.id, messages.at(-1)?.id];
  const shownFirst = useRef(first);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every message that is added
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const isFirstTime = height.current === 0;
    const separator = element.querySelector<HTMLElement>('.thread-new');
    if (isFirstTime && separator) element.scrollTop = separator.offsetTop - element.offsetTop;
    else if (shownFirst.current !== first && !isFirstTime)
      element.scrollTop += element.scrollHeight - height.current;
    else if (isAtEnd.current || sending > 0) element.scrollTop = element.scrollHeight;
    height.current = element.scrollHeight;
    shownFirst.current = first;
  }, [first, last, sending]);

  return {
    list,
    onScroll() {
      const element = list.current;
      if (element)
        isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    },
  };
}
