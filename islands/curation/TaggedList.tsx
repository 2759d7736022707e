import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import type { TaggedProduct } from '../../server/products/tags/contract';
import { useFocusRestore } from '../browser/focus-restore';
import { Badge } from '../ui/badge';
import { Button, IconButton } from '../ui/button';
import { Empty } from '../ui/empty';
import { Icon, type IconName } from '../ui/icon';
import { Menu } from '../ui/menu';
import { Thumb } from '../ui/thumb';
import { movedTo, useDragOrder } from './use-drag-order';
import type { Tag } from './use-tag';

interface Props {
  label: string;
  tag: Tag;
}

/** Products that staff tagged, in their order. Rows move by drag and drop, the arrow keys or a menu. */
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

  function move({ id, name }: TaggedProduct, to: number) {
    if (to < 0 || to >= ids.length) return;
    keepFocusOn(handleId(id));
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
                position={index + 1}
                isFirst={index === 0}
                isLast={index === shown.length - 1}
                busy={tag.busy === product.id}
                onMove={(by) => move(product, index + by)}
                onRemove={() => void tag.remove(product.id)}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const handleId = (id: number) => `move-${id}`;

/** Focuses the handle of a row after it has moved. */
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
  /** From 1. */
  position: number;
  isFirst: boolean;
  isLast: boolean;
  busy: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

const BY_KEY: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

function Row({ product, position, isFirst, isLast, busy, onMove, onRemove }: RowProps) {
  const { id, name } = product;
  return (
    <>
      <IconButton
        id={handleId(id)}
        icon="grip"
        size="small"
        label={`Move ${name} with the arrow keys`}
        aria-keyshortcuts="ArrowUp ArrowDown"
        onKeyDown={(event) => {
          const by = BY_KEY[event.key];
          if (by === undefined) return;
          event.preventDefault();
          onMove(by);
        }}
      />
      <span className="drag-position">{position}</span>
      <Thumb src={product.photo_1_url} alt="" size={32} />
      <div className="spacer">
        <a href={`/all_products/${product.seller_id}/${id}`} draggable={false}>
          {name}
        </a>{' '}
        <span className="faint tiny">{product.seller_name}</span>
      </div>
      {product.hidden && <Badge tone="yellow">Not listed</Badge>}
      <Menu label={`Actions for ${name}`}>
        {() => (
          <>
            <MenuItem icon="chevron-up" disabled={isFirst} onChoose={() => onMove(-1)}>
              Move Up
            </MenuItem>
            <MenuItem icon="chevron-down" disabled={isLast} onChoose={() => onMove(1)}>
              Move Down
            </MenuItem>
            <MenuItem icon="trash" disabled={busy} onChoose={onRemove}>
              Remove
            </MenuItem>
          </>
        )}
      </Menu>
    </>
  );
}

interface MenuItemProps {
  icon: IconName;
  disabled: boolean;
  onChoose: () => void;
  children: string;
}

const MenuItem = ({ icon, disabled, onChoose, children }: MenuItemProps) => (
  <button
    type="button"
    role="menuitem"
    aria-disabled={disabled || undefined}
    onClick={disabled ? undefined : onChoose}
  >
    <Icon name={icon} />
    {children}
  </button>
);
