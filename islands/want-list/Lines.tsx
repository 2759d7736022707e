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
  /** Leads to the faulty lines. */
  onFix: (line: WantLine) => void;
  /** Takes the best proposal. */
  onTake: (line: WantLine) => void;
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

interface ProductProps {
  product: WantedProduct;
  /** What else is said of it. */
  more?: string | undefined;
  price: string;
}

const Product = ({ product, more, price }: ProductProps) => (
  <div className="stack tight">
    <a
      className="want-product"
      href={productAddress({ id: product.product_id, seller_id: product.seller_id })}
    >
      {product.name}
    </a>
    <span className="want-facts muted small">
      <span className="line-only">{price} · </span>
      {[...(more ? [more] : []), product.seller_name].join(' · ')}
    </span>
  </div>
);

/** The best proposal, and how many others there are. */
function Proposed({ want }: { want: WantLine }) {
  const [best, ...others] = want.proposals;
  if (!best) return <span className="muted">Choose another product, or keep watching.</span>;
  const more = others.length > 0 ? `${others.length} more to choose from` : undefined;
  return <Product product={best} more={more} price={priceOf(want)} />;
}

/** Where the product is already. */
const placeOf = ({ status, in_cart, open_offer }: WantLine) => {
  if (status !== 'matched') return undefined;
  return open_offer ? `Already in ${open_offer}` : in_cart ? 'Already in your cart' : undefined;
};

function Found({ want }: { want: WantLine }) {
  if (want.problem) return <Problem want={want} />;
  if (want.product) return <Product product={want.product} more={placeOf(want)} price={priceOf(want)} />;
  return want.status === 'proposed' ? <Proposed want={want} /> : <Until want={want} />;
}

function Problem({ want: { problem, typed } }: { want: WantLine }) {
  const cells =
    typed && [typed.item, typed.quantity, typed.price, typed.date].filter((cell) => cell !== null);
  return (
    <div className="stack tight">
      <span className="error">{problem}</span>
      {cells && cells.length > 0 && (
        <span className="want-facts muted small">You typed: {cells.join(' · ')}</span>
      )}
    </div>
  );
}

function Until({ want }: { want: WantLine }) {
  const { status, ends_on, name, target_cents, is_doubtful } = want;
  const { day } = useDates();
  return (
    <div className="stack tight">
      <span className="want-facts muted">
        {status === 'waiting' ? `Watching until ${day(`${ends_on}T12:00:00Z`)}` : 'No longer available'}
        {target_cents !== null && <span className="line-only"> · {priceOf(want)}</span>}
      </span>
      {status === 'waiting' && is_doubtful && (
        <span className="small">Check this UPC for a typing error.</span>
      )}
      {status === 'waiting' && name && (
        <a className="small" href={`/all_products/search?query=${encodeURIComponent(name)}`}>
          Search for similar products
        </a>
      )}
    </div>
  );
}

/** `Asking $5.50 · your target $4.75`. */
function priceOf({ product, proposals, target_cents }: WantLine): string {
  const asking = (product ?? proposals[0])?.asking_cents ?? null;
  const parts = [
    ...(asking === null ? [] : [`Asking ${dollars(asking)}`]),
    ...(target_cents === null
      ? []
      : [`${asking === null ? 'Your' : 'your'} target ${dollars(target_cents)}`]),
  ];
  return parts.join(' · ') || '–';
}

interface ActProps {
  want: WantLine;
  onEdit: (line: WantLine) => void;
  onFix: Props['onFix'];
  onTake: Props['onTake'];
}

function Act({ want, onEdit, onFix, onTake }: ActProps) {
  if (want.status === 'drafted')
    return (
      <div className="want-line-acts">
        <Button size="small" href="/cart" aria-label={`View Cart: ${itemOf(want)}`}>
          View Cart
        </Button>
      </div>
    );
  if (want.problem)
    return (
      <div className="want-line-acts">
        <Button size="small" aria-label={`Fix: ${itemOf(want)}`} onClick={() => onFix(want)}>
          Fix
        </Button>
      </div>
    );
  const label = want.status === 'proposed' ? 'Choose' : 'Edit';
  return (
    <div className="want-line-acts">
      {want.proposals.length > 0 && (
        <Button
          size="small"
          aria-label={`Use This: ${want.proposals[0]?.name} for ${itemOf(want)}`}
          onClick={() => onTake(want)}
        >
          Use This
        </Button>
      )}
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={`${label}: ${itemOf(want)}`}
        onClick={() => onEdit(want)}
      >
        {label}
      </Button>
    </div>
  );
}

/** The status goes without saying where all lines have it. */
const columnsOf = ({ status, onEdit, onFix, onTake }: Props): Column<WantLine>[] => [
  ...factColumns.filter(({ key }) => key !== 'status' || status === ''),
  ...(onEdit ? [actColumn({ onEdit, onFix, onTake })] : []),
];

const factColumns: readonly Column<WantLine>[] = [
  { key: 'item', head: 'Item', rowHead: true, cell: (want) => <Item want={want} /> },
  {
    key: 'status',
    head: 'Status',
    line: 'badge',
    cell: (want) => {
      const [tone, label] = want.problem ? (['red', 'Problem'] as const) : badges[want.status];
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { key: 'product', head: 'Product', line: 'fact', cell: (want) => <Found want={want} /> },
  { key: 'price', head: 'Price', cell: priceOf },
  {
    key: 'quantity',
    head: 'Quantity',
    num: true,
    line: 'amount',
    cell: ({ quantity }) => (quantity === null ? '–' : formatUnits(quantity)),
  },
];

const actColumn = (acts: Omit<ActProps, 'want'>): Column<WantLine> => ({
  key: 'act',
  head: 'Actions',
  headHidden: true,
  line: 'actions',
  cell: (want) => <Act want={want} {...acts} />,
});

export const Lines = (props: Props) => (
  <div className="want-lines">
    <Table
      caption="Lines of the list"
      columns={columnsOf(props)}
      rows={props.lines}
      rowKey={({ id }) => id}
      lines
      busy={props.busy}
      empty={
        <Empty icon="list" title="Nothing yet" inline>
          {empty[props.status]}
        </Empty>
      }
    />
  </div>
);
