import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { TaggedProduct } from '../../server/products/tags/contract';
import { useFocusRestore } from '../browser/focus-restore';
import { Badge } from '../ui/badge';
import { Button, IconButton } from '../ui/button';
import { Empty } from '../ui/empty';
import { Icon } from '../ui/icon';
import { Thumb } from '../ui/thumb';
import { movedTo, useDragOrder } from './use-drag-order';
import type { Tag } from './use-tag';

interface Props {
  label: string;
  tag: Tag;
}

/** Products that staff tagged, in their order. Rows move by drag and drop or by buttons. */
export function TaggedList({ label, tag }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const keepFocusOn = useFocusAfterMove();
  const [announcement, setAnnouncement] = useState('');
  useFocusRestore(list, 'ol > li');
  const products = tag.products ?? [];
  const { ids, dragged, handlers } = useDragOrder(
    products.map(({ id }) => id),
    (order) => void tag.arrange(order),
  );
  const shown = ids.flatMap((id) => products.filter((product) => product.id === id));

  function move({ id, name }: TaggedProduct, to: number, button: string) {
    if (to < 0 || to >= ids.length) return;
    keepFocusOn(button);
    setAnnouncement(`${name} moved to position ${to + 1} of ${ids.length}.`);
    void tag.arrange(movedTo(ids, id, to));
  }

  return (
    <div className="stack tight" ref={list}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {tag.removed && <Removed name={tag.removed.name} onUndo={() => void tag.undo()} />}
      {shown.length === 0 && (
        <Empty icon="star" title="No products yet">
          Paste a product URL to add the first one.
        </Empty>
      )}
      {shown.length > 0 && (
        <ol className="drag-list" aria-label={label}>
          {shown.map((product, index) => (
            <li
              key={product.id}
              draggable
              className={clsx(dragged === product.id && 'dragged') || undefined}
              {...handlers(product.id, index)}
            >
              <Row
                product={product}
                isFirst={index === 0}
                isLast={index === shown.length - 1}
                busy={tag.busy === product.id}
                onMove={(by, button) => move(product, index + by, button)}
                onRemove={() => void tag.remove(product.id)}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Focuses the pressed button again after its row has moved. */
function useFocusAfterMove() {
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    if (pressed.current) document.getElementById(pressed.current)?.focus();
    pressed.current = null;
  });
  return (button: string) => {
    pressed.current = button;
  };
}

const Removed = ({ name, onUndo }: { name: string; onUndo: () => void }) => (
  <p className="row" role="status">
    <span>{name} removed.</span>
    <Button size="small" icon="undo" onClick={onUndo}>
      Undo
    </Button>
  </p>
);

interface RowProps {
  product: TaggedProduct;
  isFirst: boolean;
  isLast: boolean;
  busy: boolean;
  /** Receives the id of the pressed button, which keeps the focus. */
  onMove: (by: 1 | -1, button: string) => void;
  onRemove: () => void;
}

const Row = ({ product, isFirst, isLast, busy, onMove, onRemove }: RowProps) => (
  <>
    <Icon name="grip" />
    <Thumb src={product.photo_1_url} alt="" size={48} />
    <div className="spacer">
      <a href={`/all_products/${product.seller_id}/${product.id}`} draggable={false}>
        {product.name}
      </a>
      <div className="faint tiny">{product.seller_name}</div>
      {product.hidden && <Badge tone="yellow">Not listed</Badge>}
    </div>
    <span className="row">
      <MoveButton product={product} way="up" isLimit={isFirst} onMove={onMove} />
      <MoveButton product={product} way="down" isLimit={isLast} onMove={onMove} />
      <Button size="small" icon="trash" busy={busy} onClick={onRemove}>
        Remove
        <span className="visually-hidden"> {product.name}</span>
      </Button>
    </span>
  </>
);

interface MoveButtonProps extends Pick<RowProps, 'product' | 'onMove'> {
  way: 'up' | 'down';
  isLimit: boolean;
}

function MoveButton({ product, way, isLimit, onMove }: MoveButtonProps) {
  const id = `move-${way}-${product.id}`;
  return (
    <IconButton
      id={id}
      icon={`chevron-${way}`}
      size="small"
      label={`Move ${product.name} ${way}`}
      aria-disabled={isLimit || undefined}
      onClick={() => onMove(way === 'up' ? -1 : 1, id)}
    />
  );
}
