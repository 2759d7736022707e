import { clsx } from 'clsx';
import type { KeyboardEvent, MouseEvent } from 'react';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Photo } from '../../ui/thumb';
import type { useTileDrag } from './use-tile-drag';

interface Props {
  index: number;
  count: number;
  picture: string | null;
  isWrong: boolean;
  drag: ReturnType<typeof useTileDrag>;
  keysHintId: string;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
  onLost: () => void;
}

/** Arrow keys move the focused tile; its buttons do the same for a pointer that cannot drag. */
export function PhotoTile(props: Props) {
  const { index, count, picture, isWrong, drag, onMove, onRemove } = props;
  const number = index + 1;
  const canMove = { back: index + 1 < count, forward: index > 0 };
  const isDragged = drag.drag?.from === index;

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === 'Escape') drag.cancel();
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
    if (by === undefined) return;
    event.preventDefault();
    if (by < 0 ? canMove.forward : canMove.back) onMove(index, index + by);
  }

  /** The button may be gone after the move; the tile is not. */
  const moveBy = (by: number) => (event: MouseEvent) => {
    event.currentTarget.closest('li')?.querySelector('button')?.focus();
    onMove(index, index + by);
  };

  return (
    <li
      data-photo={number}
      className={clsx('photo', isWrong && 'wrong', isDragged && 'dragged', drag.drag?.to === index && 'over')}
      style={isDragged ? { translate: `${drag.drag?.x}px ${drag.drag?.y}px` } : undefined}
    >
      <button
        type="button"
        className="photo-tile"
        aria-label={index === 0 ? `Photo 1 of ${count}, cover` : `Photo ${number} of ${count}`}
        aria-describedby={props.keysHintId}
        onKeyDown={onKeyDown}
        // Safari gives no focus on a press.
        onClick={({ currentTarget }) => currentTarget.focus()}
        {...drag.handlersOf(index)}
      >
        <Photo src={picture} alt="" draggable={false} onLost={props.onLost}>
          <Icon name={isWrong ? 'warning' : 'image'} />
        </Photo>
      </button>
      {index === 0 && <span className="photo-cover">Cover</span>}
      <IconButton
        icon="close"
        label={`Remove photo ${number}`}
        size="small"
        className="photo-remove"
        onClick={onRemove}
      />
      <span className="photo-moves">
        <IconButton
          icon="chevron-left"
          label={`Move photo ${number} forward`}
          size="small"
          tabIndex={-1}
          disabled={!canMove.forward}
          onClick={moveBy(-1)}
        />
        <IconButton
          icon="chevron-right"
          label={`Move photo ${number} back`}
          size="small"
          tabIndex={-1}
          disabled={!canMove.back}
          onClick={moveBy(1)}
        />
      </span>
    </li>
  );
}
