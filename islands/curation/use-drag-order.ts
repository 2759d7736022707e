import { type DragEvent, useState } from 'react';

export const movedTo = (ids: readonly number[], id: number, to: number) =>
  ids.filter((other) => other !== id).toSpliced(to, 0, id);

/** Reorders ids by drag and drop. The order under the pointer is shown until the drop saves it. */
export function useDragOrder(savedIds: readonly number[], onDrop: (ids: readonly number[]) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [dragOrder, setDragOrder] = useState<readonly number[] | null>(null);
  const ids = dragOrder ?? savedIds;

  function end() {
    setDragged(null);
    setDragOrder(null);
  }

  return {
    ids,
    dragged,
    handlers: (id: number, index: number) => ({
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(id);
      },
      onDragOver(event: DragEvent) {
        if (dragged === null) return;
        event.preventDefault();
        if (dragged !== id) setDragOrder(movedTo(ids, dragged, index));
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        if (dragOrder) onDrop(dragOrder);
        end();
      },
      onDragEnd: end,
    }),
  };
}
