import { useState } from 'react';
import { counted } from '../../server/contract/money';
import { type BuyAgainRow, buyAgain, NOTHING_TO_BUY, offerAgain } from '../../server/offers/cart/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { useClose } from '../forms/form-modal';
import { ComparisonTable } from '../offers/ComparisonTable';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Failed, FormError, Skeleton, usePreloaded } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { addedRows, isChange, priceOf, quantityOf, reasonOf, resultBadges } from './rows';

export interface AgainSource {
  kind: 'order' | 'offer';
  id: number;
  number: string;
}

const endpoints = { order: buyAgain, offer: offerAgain };

export interface BuyAgainDialogProps {
  source: AgainSource;
  onClose: () => void;
}

export function BuyAgainDialog({ source, onClose }: BuyAgainDialogProps) {
  const { kind, id, number } = source;
  const [preview, refetch, { failed }] = usePreloaded(undefined, () =>
    call(endpoints[kind], { id }, { preview: true }),
  );
  const [replace, setReplace] = useState<ReadonlySet<number>>(new Set());
  const { busy, problem, add } = useAdding({ source, onClose, refetch });
  const close = useClose({ busy, onClose });
  const rows = preview?.rows ?? [];
  const added = addedRows(rows, replace).length;

  function toggle(productId: number) {
    const next = new Set(replace);
    if (!next.delete(productId)) next.add(productId);
    setReplace(next);
  }

  return (
    <Modal
      open
      size="large"
      title={`${kind === 'order' ? 'Buy' : 'Offer'} ${number} again`}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            tone="primary"
            icon="cart"
            busy={busy}
            disabled={added === 0}
            onClick={() => void add([...replace])}
          >
            {preview ? `Add ${added} of ${rows.length} to Cart` : 'Add to Cart'}
          </Button>
        </>
      }
    >
      {preview ? (
        <div className="stack">
          <p className="muted">
            {added === 0 && rows.every(({ result }) => result !== 'in_cart')
              ? NOTHING_TO_BUY
              : `At the price you ${kind === 'order' ? 'agreed on' : 'offered last'}, or the asking price where that is lower now.`}
          </p>
          <ComparisonTable
            caption={`Products of ${number}`}
            columns={columnsOf(replace, toggle)}
            rows={rows}
            rowKey={({ product_id }) => product_id}
          />
          <FormError>{problem}</FormError>
        </div>
      ) : failed ? (
        <Failed onRetry={refetch}>The products could not be loaded.</Failed>
      ) : (
        <Skeleton shape="rows" label="Loading the products" />
      )}
    </Modal>
  );
}

const Changing = ({ text }: { text: string }) => (isChange(text) ? <b>{text}</b> : text);

const columnsOf = (replace: ReadonlySet<number>, onToggle: (productId: number) => void) => [
  { head: 'Product', cell: ({ name }: BuyAgainRow) => name },
  { head: 'Quantity', num: true, cell: (row: BuyAgainRow) => <Changing text={quantityOf(row)} /> },
  { head: 'Unit price', num: true, cell: (row: BuyAgainRow) => <Changing text={priceOf(row)} /> },
  {
    head: 'Result',
    cell: (row: BuyAgainRow) => (
      <Result row={row} isReplaced={replace.has(row.product_id)} onToggle={() => onToggle(row.product_id)} />
    ),
  },
];

interface ResultProps {
  row: BuyAgainRow;
  isReplaced: boolean;
  onToggle: () => void;
}

function Result({ row, isReplaced, onToggle }: ResultProps) {
  const [tone, label] = resultBadges[row.result];
  const reason = reasonOf(row);
  return (
    <div className="stack tight">
      <div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {reason && <p className="muted small">{reason}</p>}
      {row.result === 'in_cart' && (
        <label className="choice">
          <input type="checkbox" checked={isReplaced} onChange={onToggle} />
          <span>
            Replace it<span className="visually-hidden"> in your cart: {row.name}</span>
          </span>
        </label>
      )}
    </div>
  );
}

interface AddingOptions {
  source: AgainSource;
  onClose: () => void;
  refetch: () => Promise<unknown>;
}

/** Adds the products and opens the cart's drawer. A refusal is shown beside products as they are now. */
function useAdding({ source: { kind, id }, onClose, refetch }: AddingOptions) {
  const { busy, problem, run } = useAct();
  const send = (replace: readonly number[]) =>
    call(endpoints[kind], { id }, { replace }).catch(async (error: unknown) => {
      await refetch();
      throw error;
    });
  const add = (replace: readonly number[]) =>
    run(async () => {
      const { rows } = await send(replace);
      const count = addedRows(rows, new Set(replace)).length;
      onClose();
      document.dispatchEvent(new CustomEvent('cart:changed', { detail: { open: false } }));
      const text = `Added ${counted(count, 'product')} to your cart. View Cart`;
      notify('success', text, { href: '/cart', text: 'View Cart' });
    });
  return { busy, problem, add };
}
