import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ThreadProps } from '../offers/MessagesBar';
import { IconButton } from '../ui/button';
import { Thread } from './Thread';
import { useThread } from './use-thread';

/** The opened thread of an offer. */
export function MessageThread(props: ThreadProps) {
  const { side, buyer_name, seller_name, onClose } = props;
  const thread = useThread(props.offerId, side, props.unread_messages);
  const frame = useFocusOnce(props.takesFocus && thread.state !== null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('dialog')) return;
    // The keys of the list do not act on what is read or written here.
    event.nativeEvent.stopPropagation();
    if (event.key === 'Escape') onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the thread from anywhere in it
    <div ref={frame} className="thread-frame" onKeyDown={onKeyDown}>
      <header className="thread-head">
        <p className="thread-title">
          {side === 'staff'
            ? `${buyer_name} and ${seller_name}`
            : side === 'buyer'
              ? seller_name
              : buyer_name}
        </p>
        <IconButton icon="close" label="Close messages" size="small" onClick={onClose} />
      </header>
      <Thread {...props} thread={thread} />
    </div>
  );
}

/** Touch screens scroll to it instead, as a focused field opens the keyboard. */
function useFocusOnce(isReady: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isReady) return;
    const find = (selector: string) => frame.current?.querySelector<HTMLElement>(selector);
    if (!matchMedia('(pointer: coarse)').matches) (find('textarea') ?? find('.thread-list'))?.focus();
    else if (frame.current) showNewest(frame.current);
  }, [isReady]);
  return frame;
}

/** A thread taller than the screen is at its end, or at the first of more new messages than fit above it. */
function showNewest(frame: HTMLElement) {
  const isTaller = frame.getBoundingClientRect().height > innerHeight;
  frame.scrollIntoView({ block: isTaller ? 'end' : 'nearest' });
  const firstNew = frame.querySelector('.thread-new');
  if (isTaller && firstNew && firstNew.getBoundingClientRect().top < 0)
    firstNew.scrollIntoView({ block: 'center' });
}
