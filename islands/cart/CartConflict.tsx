import { useEffect, useRef, useState } from 'react';
import { dollars, formatUnits } from '../../server/contract/money';
import { ComparisonTable } from '../offers/ComparisonTable';
import { isInError, type LineState } from '../offers/cart-line';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { idOfLine } from './CartLine';
import type { CartRow } from './cart-rows';

const TITLE = 'Your cart changed in another tab or by a colleague';

interface EditedLine {
  row: CartRow;
  state: LineState;
}

interface Props {
  /** Lines with unsaved input. */
  lines: readonly EditedLine[];
  /** A save was refused: asks at once. */
  isRefused: boolean;
  busy: boolean;
  onOther: () => void;
  onMine: () => void;
}

const amountOf = ({ quantity, unit_price }: Pick<LineState, 'quantity' | 'unit_price'>) =>
  `${quantity === null ? '–' : formatUnits(quantity)} × ${unit_price === null ? '–' : dollars(unit_price)}`;

const columns = [
  {
    head: 'Product',
    cell: ({ row }: EditedLine) => row.item.line.attributes.product.name,
  },
  { head: 'Typed here', num: true, cell: ({ state }: EditedLine) => amountOf(state) },
  {
    head: 'In the cart now',
    num: true,
    cell: ({ row: { hasLeft, item } }: EditedLine) => (hasLeft ? 'Removed' : amountOf(item.line.attributes)),
  },
];

/** Lets the buyer choose between what another tab or a colleague saved and what they typed. */
export function CartConflict({ lines, isRefused, ...choice }: Props) {
  const [isOpen, setOpen] = useState(isRefused);
  const [wasRefused, setRefused] = useState(isRefused);
  useFocusAfterChoice(lines[0]?.row.key);
  if (wasRefused !== isRefused) {
    setRefused(isRefused);
    if (isRefused) setOpen(true);
  }
  return (
    <>
      <Notice
        tone="yellow"
        live
        title={TITLE}
        action={
          <Button size="small" onClick={() => setOpen(true)}>
            Review Changes
          </Button>
        }
      >
        <p>What you typed is kept until you choose.</p>
      </Notice>
      <ChoiceDialog lines={lines} {...choice} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** The buttons of the choice are gone with it, and Save Offer may be disabled: the focus goes to the line. */
function useFocusAfterChoice(key: string | undefined) {
  const line = useRef(key);
  line.current = key ?? line.current;
  useEffect(
    () => () =>
      void requestAnimationFrame(() => {
        if (!document.activeElement?.matches('body, .steady')) return;
        const shown = document.getElementById(idOfLine(line.current ?? ''));
        (shown ?? document.querySelector<HTMLElement>('.steady'))?.focus();
      }),
    [],
  );
}

interface DialogProps extends Omit<Props, 'isRefused'> {
  open: boolean;
  onClose: () => void;
}

function ChoiceDialog({ lines, busy, onOther, onMine, open, onClose }: DialogProps) {
  const isInvalid = lines.some(({ state }) => isInError({ ...state, blocked: null }));
  return (
    <Modal
      title={TITLE}
      open={open}
      onClose={onClose}
      size="large"
      footer={
        <>
          <Button disabled={busy} onClick={onOther}>
            Use the Other
          </Button>
          <Button tone="primary" busy={busy} disabled={isInvalid} onClick={onMine}>
            Keep Mine
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          {isInvalid
            ? 'What you typed has errors. Close this and fix it to keep it, or use the other values.'
            : 'Keep Mine saves what you typed here in place of it.'}
        </p>
        <ComparisonTable caption={TITLE} columns={columns} rows={lines} rowKey={({ row }) => row.key} />
      </div>
    </Modal>
  );
}
