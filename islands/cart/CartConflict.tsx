import { dollars, formatUnits } from '../../server/contract/money';
import type { LineState } from '../offers/cart-line';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import type { CartRow } from './cart-rows';

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
            Use Saved Values
          </Button>
          <Button size="small" tone="primary" disabled={busy} onClick={onMine}>
            Keep My Changes
          </Button>
        </span>
      }
    >
      <p>Keep My Changes replaces the saved values with yours.</p>
      <ul className="cart-conflict">
        {lines.map(({ row: { key, hasLeft, item }, state }) => (
          <li key={key}>
            <strong>{item.line.attributes.product.name}</strong>
            <span>Saved: {hasLeft ? 'removed' : amountOf(item.line.attributes)}</span>
            <span>Yours: {amountOf(state)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
