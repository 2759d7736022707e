import { dollars, formatUnits } from '../../server/contract/money';
import { productAddress } from '../../server/products/contract';
import type { WantedProduct, WantLine, WantListAsked } from '../../server/wants/contract';
import { Badge, type Tone } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Empty } from '../ui/empty';
import { type Column, Table } from '../ui/table';

interface Props {
  lines: readonly WantLine[];
  status: WantListAsked['status'];
  busy: boolean;
  /** Null for those who may only read. */
  onEdit: ((line: WantLine) => void) | null;
}

const empty: Record<WantListAsked['status'], string> = {
  '': 'This list has no lines.',
  matched: 'Lines with a listing that fits appear here.',
  proposed: 'Lines with several listings to choose from appear here.',
  waiting: 'Lines that no listing fits yet appear here.',
  drafted: 'Lines you add to your cart appear here.',
  problems: 'Every line could be read.',
};

const badges: Record<WantLine['status'], readonly [Tone, string]> = {
  matched: ['green', 'Ready'],
  proposed: ['yellow', 'To confirm'],
  waiting: ['gray', 'Waiting'],
  drafted: ['accent', 'In cart'],
  closed: ['gray', 'Ended'],
};

export const itemOf = ({ upc, sku, name, line }: WantLine) => name ?? sku ?? upc ?? `Line ${line}`;

const Item = ({ want }: { want: WantLine }) => (
  <div className="stack tight">
    <span>{itemOf(want)}</span>
    {want.upc && want.name && <span className="muted small">UPC {want.upc}</span>}
  </div>
);

const Product = ({ product }: { product: WantedProduct }) => (
  <div className="stack tight">
    <a href={productAddress({ id: product.product_id, seller_id: product.seller_id })}>{product.name}</a>
    <span className="muted small">{product.seller_name}</span>
  </div>
);

function Found({ want }: { want: WantLine }) {
  if (want.problem) return <span className="error">{want.problem}</span>;
  if (want.product) return <Product product={want.product} />;
  if (want.status === 'proposed')
    return <span className="muted">{want.proposals.map(({ name }) => name).join(' · ')}</span>;
  return <Until want={want} />;
}

function Until({ want: { status, ends_on } }: { want: WantLine }) {
  const { day } = useDates();
  return (
    <span className="muted">
      {status === 'waiting' ? `Watching until ${day(ends_on)}` : 'No longer available'}
    </span>
  );
}

/** `Asking $5.50 · your target $4.75`. */
function priceOf({ product, target_cents }: WantLine): string {
  const asking = product?.asking_cents ?? null;
  const parts = [
    ...(asking === null ? [] : [`Asking ${dollars(asking)}`]),
    ...(target_cents === null
      ? []
      : [`${asking === null ? 'Your' : 'your'} target ${dollars(target_cents)}`]),
  ];
  return parts.join(' · ') || '–';
}

function Act({ want, onEdit }: { want: WantLine; onEdit: (line: WantLine) => void }) {
  if (want.status === 'drafted')
    return (
      <Button size="small" href="/cart" aria-label={`View Cart: ${itemOf(want)}`}>
        View Cart
      </Button>
    );
  const label = want.problem ? 'Fix' : want.status === 'proposed' ? 'Choose' : 'Edit';
  return (
    <Button
      size="small"
      aria-haspopup="dialog"
      aria-label={`${label}: ${itemOf(want)}`}
      onClick={() => onEdit(want)}
    >
      {label}
    </Button>
  );
}

const columnsOf = (onEdit: Props['onEdit']): Column<WantLine>[] => [
  ...factColumns,
  ...(onEdit ? [actColumn(onEdit)] : []),
];

const factColumns: readonly Column<WantLine>[] = [
  { key: 'item', head: 'Item', rowHead: true, cell: (want) => <Item want={want} /> },
  {
    key: 'status',
    head: 'Status',
    cell: (want) => {
      const [tone, label] = want.problem ? (['red', 'Problem'] as const) : badges[want.status];
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { key: 'product', head: 'Product', cell: (want) => <Found want={want} /> },
  { key: 'price', head: 'Price', cell: priceOf },
  {
    key: 'quantity',
    head: 'Quantity',
    num: true,
    cell: ({ quantity }) => (quantity === null ? '–' : formatUnits(quantity)),
  },
];

const actColumn = (onEdit: (line: WantLine) => void): Column<WantLine> => ({
  key: 'act',
  head: 'Actions',
  headHidden: true,
  cell: (want) => <Act want={want} onEdit={onEdit} />,
});

export const Lines = ({ lines, status, busy, onEdit }: Props) => (
  <Table
    caption="Lines of the list"
    columns={columnsOf(onEdit)}
    rows={lines}
    rowKey={({ id }) => id}
    cards
    busy={busy}
    empty={
      <Empty icon="list" title="Nothing yet" inline>
        {empty[status]}
      </Empty>
    }
  />
);
