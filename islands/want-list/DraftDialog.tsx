import { counted, dollars, formatUnits } from '../../server/contract/money';
import { NOTHING_TO_BUY } from '../../server/offers/cart/contract';
import type { Tone } from '../../server/orders/rules';
import type { DraftAnswer, DraftRow } from '../../server/wants/contract';
import { notify } from '../browser/alerts';
import { useAct } from '../browser/use-act';
import { useClose } from '../forms/form-modal';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Failed, FormError, Skeleton, usePreloaded } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { type Column, Table } from '../ui/table';

export interface DraftDialogProps {
  draft: (request: { preview: boolean }) => Promise<DraftAnswer>;
  onClose: () => void;
  onChange: () => Promise<unknown>;
}

const isShort = ({ quantity: { old, new: next } }: DraftRow) => next !== null && next < old;

const SHORT = 'fewer units than you want. We keep watching for the rest.';

/** `Added to your cart: 11 offers. 4 lines got fewer units than you want. We keep watching for the rest.` */
function addedText(offers: number, rows: readonly DraftRow[]): string {
  const short = rows.filter(isShort).length;
  const added = `Added to your cart: ${counted(offers, 'offer')}.`;
  return short === 0 ? added : `${added} ${counted(short, 'line')} got ${SHORT}`;
}

/** What the drafts get, seller by seller, before they do. */
export function DraftDialog({ draft, onClose, onChange }: DraftDialogProps) {
  const [preview, refetch, { failed }] = usePreloaded(undefined, () => draft({ preview: true }));
  const { busy, problem, run } = useAct();
  const close = useClose({ busy, onClose });
  const short = (preview?.rows ?? []).filter(isShort).length;
  const added = (preview?.offers ?? []).reduce((sum, { lines }) => sum + lines, 0);
  const add = () =>
    run(async () => {
      const { offers, rows } = await draft({ preview: false }).catch(async (error: unknown) => {
        await Promise.all([refetch(), onChange()]);
        throw error;
      });
      onClose();
      document.dispatchEvent(new CustomEvent('cart:changed', { detail: { open: false } }));
      notify('success', `${addedText(offers.length, rows)} View Cart`, {
        href: '/cart',
        text: 'View Cart',
      });
      await onChange();
    });
  return (
    <Modal
      open
      size="large"
      title="Add to cart"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" icon="cart" busy={busy} disabled={added === 0} onClick={() => void add()}>
            Add to Cart
          </Button>
        </>
      }
    >
      {preview ? (
        <div className="stack">
          <p className="muted">
            {added === 0 ? NOTHING_TO_BUY : 'At your target price, or the asking price where that is lower.'}
            {short > 0 && ` ${counted(short, 'line')} will get ${SHORT}`}
          </p>
          <Sellers preview={preview} />
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

function Sellers({ preview: { rows, offers } }: { preview: DraftAnswer }) {
  const names = [...new Set(rows.map(({ seller_name }) => seller_name))];
  return names.map((name) => {
    const ofSeller = rows.filter(({ seller_name }) => seller_name === name);
    const offer = offers.find(({ seller_name }) => seller_name === name);
    return (
      <section key={name} className="stack tight" aria-label={name}>
        <div className="row between">
          <h3>{name}</h3>
          {offer && (
            <span className="muted">
              {counted(offer.lines, 'product')} · {dollars(offer.total_cents)}
            </span>
          )}
        </div>
        <Table
          caption={`Products of ${name}`}
          columns={columns}
          rows={ofSeller}
          rowKey={({ want_id }) => want_id}
          dense
          cards
        />
      </section>
    );
  });
}

const badges: Record<DraftRow['result'], readonly [Tone, string]> = {
  added: ['green', 'As on your list'],
  changed: ['yellow', 'Changed'],
  in_cart: ['gray', 'In your cart'],
  in_offer: ['gray', 'In an offer'],
  unavailable: ['gray', 'Unavailable'],
  full: ['gray', 'Offer is full'],
};

/** "60 → 25". */
function quantityOf({ quantity: { old, new: next } }: DraftRow): string {
  return next === null || next === old ? formatUnits(old) : `${formatUnits(old)} → ${formatUnits(next)}`;
}

function Result({ row }: { row: DraftRow }) {
  const [tone, label] = badges[row.result];
  return (
    <div className="stack tight">
      <div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {row.reason && row.result !== 'in_cart' && <p className="muted small">{row.reason}</p>}
    </div>
  );
}

const columns: readonly Column<DraftRow>[] = [
  { key: 'product', head: 'Product', rowHead: true, cell: ({ name }) => name },
  { key: 'quantity', head: 'Quantity', num: true, cell: quantityOf },
  {
    key: 'price',
    head: 'Unit price',
    num: true,
    cell: ({ unit_price }) => (unit_price === null ? '–' : dollars(unit_price)),
  },
  { key: 'result', head: 'Result', cell: (row) => <Result row={row} /> },
];
