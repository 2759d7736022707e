import { dollars, formatUnits } from '../../server/contract/money';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import type { CartRow } from './cart-rows';
import type { LineState } from './line';

interface Props {
  /** Lines with unsaved input. */
  lines: readonly { row: CartRow; state: LineState }[];
  busy: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

const amountOf = ({ quantity, unit_price }: Pick<LineState, 'quantity' | 'unit_price'>) =>
  `${quantity === null ? '–' : formatUnits(quantity)} × ${unit_price === null ? '–' : dollars(unit_price)}`;

/** Lets the buyer choose between another tab's values and their own. */
export function CartConflict({ lines, busy, onTheirs, onMine }: Props) {
  return (
    <Notice
      tone="yellow"
      live
      title="The cart changed in another tab"
      action={
        <span className="button-row">
          <Button size="small" disabled={busy} onClick={onTheirs}>
            Use Theirs
          </Button>
          <Button size="small" tone="primary" disabled={busy} onClick={onMine}>
            Keep Mine
          </Button>
        </span>
      }
    >
      <p>Keep Mine saves what you typed over it.</p>
      <ul className="cart-conflict">
        {lines.map(({ row: { key, hasLeft, item }, state }) => (
          <li key={key}>
            <strong>{item.line.attributes.product.name}</strong>
            <span>Theirs: {hasLeft ? 'removed' : amountOf(item.line.attributes)}</span>
            <span>Mine: {amountOf(state)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
