import { type PointerEvent, useRef, useState } from 'react';

interface Drag {
  from: number;
  /** The tile under the pointer. */
  to: number | null;
  x: number;
  y: number;
}

const MIN_DISTANCE_PX = 6;

/** Drags a tile onto another one with mouse, pen or finger. */
export function useTileDrag(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef<{ x: number; y: number }>(null);

  function end() {
    start.current = null;
    setDrag(null);
  }

  const handlersOf = (from: number) => ({
    onPointerDown({ button, clientX, clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>) {
      if (button !== 0) return;
      start.current = { x: clientX, y: clientY };
      currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      if (!start.current) return;
      const [x, y] = [clientX - start.current.x, clientY - start.current.y];
      if (drag === null && Math.hypot(x, y) < MIN_DISTANCE_PX) return;
      setDrag({ from, to: tileAt(currentTarget, clientX, clientY), x, y });
    },
    onPointerUp() {
      if (drag && drag.to !== null && drag.to !== from) onMove(from, drag.to);
      end();
    },
    onPointerCancel: end,
  });

  return { drag, handlersOf, cancel: end };
}

/** The place in the strip; its dragged tile does not count. */
function tileAt(dragged: HTMLElement, x: number, y: number): number | null {
  const own = dragged.closest('li');
  const tiles = [...(own?.parentElement?.querySelectorAll('li[data-photo]') ?? [])];
  const found = tiles.findIndex((tile) => {
    const { left, right, top, bottom } = tile.getBoundingClientRect();
    return tile !== own && x >= left && x <= right && y >= top && y <= bottom;
  });
  return found < 0 ? null : found;
}
