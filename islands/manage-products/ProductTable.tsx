import { dollars, formatUnits } from '../../server/contract/money';
import type { OwnProduct } from '../../server/products/contract';
import { stepAddress } from '../dashboard/addresses';
import { Readiness } from '../dashboard/Dashboard';
import { Button } from '../ui/button';
import { type Column, Table } from '../ui/table';
import { Thumb } from '../ui/thumb';
import { AmountCell } from './AmountCell';
import { BulkBar } from './BulkBar';
import { blockersOf } from './blockers';
import { PauseButton } from './PauseButton';
import { BlockerChips, StatusBadge, useLostPhoto } from './status';
import type { OwnProducts } from './use-own-products';
import { type Selection, useSelection } from './use-selection';

/** The seller's products with editable amounts and bulk actions. */
export function ProductTable({ list }: { list: OwnProducts }) {
  const selection = useSelection(list);
  const bar = <BulkBar list={list} selection={selection} />;
  // The result of a bulk change stays even when the search no longer matches any product.
  if (list.products.length === 0) return bar;
  return (
    <>
      <label className="choice select-page">
        <input type="checkbox" checked={selection.isPage} onChange={selection.togglePage} />
        Select the {formatUnits(list.products.length)} shown
      </label>
      <Table
        caption="Your products, editable in place"
        columns={[tickColumn(selection), ...columns(list.replace)]}
        rows={list.products}
        rowKey={({ id }) => id}
        rowClass={({ id }) => (selection.has(id) ? 'selected' : undefined)}
        cards="wide"
      />
      {bar}
    </>
  );
}

const tickColumn = (selection: Selection): Column<OwnProduct> => ({
  key: 'tick',
  head: 'Selected',
  headHidden: true,
  cell: ({ id, name }) => (
    <label className="choice">
      <input type="checkbox" checked={selection.has(id)} onChange={() => selection.toggle(id)} />
      <span className="visually-hidden">Select {name}</span>
    </label>
  ),
});

const columns = (onSaved: OwnProducts['replace']): Column<OwnProduct>[] => [
  { key: 'name', head: 'Product', rowHead: true, cell: (product) => <NameCell product={product} /> },
  { key: 'status', head: 'Status', cell: (product) => <Status product={product} /> },
  {
    key: 'units',
    head: 'Units',
    num: true,
    cell: (product) => <AmountCell product={product} field="units" onSaved={onSaved} />,
  },
  {
    key: 'price',
    head: 'Asking price',
    num: true,
    cell: (product) => <AmountCell product={product} field="seller_price_cents" onSaved={onSaved} />,
  },
  {
    key: 'msrp',
    head: 'MSRP',
    num: true,
    cell: ({ msrp_cents }) => (msrp_cents === null ? '–' : dollars(msrp_cents)),
  },
  {
    key: 'off',
    head: '% off',
    num: true,
    cell: ({ percent_off_msrp }) => (percent_off_msrp === null ? '–' : `${percent_off_msrp}%`),
  },
  {
    key: 'readiness',
    head: 'Ready',
    cell: ({ id, provisional, readiness }) =>
      provisional ? '–' : <Readiness productId={id} readiness={readiness} most={1} />,
  },
  {
    key: 'edit',
    head: 'Actions',
    headHidden: true,
    cell: (product) => (
      <span className="button-row">
        <EditLink product={product} />
        <PauseButton product={product} onSaved={onSaved} />
      </span>
    ),
  },
];

interface CellProps {
  product: OwnProduct;
}

function NameCell({ product }: CellProps) {
  const photo = useLostPhoto(product);
  return (
    <span className="product-cell">
      <Thumb src={product.main_image_url} alt="" size={48} onLost={photo.onLost} />
      <span className="own-name">
        <a href={stepAddress(product.id, 'identifiers')}>{product.name}</a>
        <span className="muted small">UPC {product.upc}</span>
        {photo.chip}
      </span>
    </span>
  );
}

function Status({ product }: CellProps) {
  const badge = <StatusBadge product={product} />;
  const blockers = blockersOf(product);
  if (blockers.length === 0) return badge;
  return (
    <span className="blockers">
      {badge}
      <BlockerChips blockers={blockers} />
    </span>
  );
}

const EditLink = ({ product: { id, name } }: CellProps) => (
  <Button
    size="small"
    tone="quiet"
    className="edit-link"
    href={stepAddress(id, 'identifiers')}
    aria-label={`Edit ${name}`}
  >
    Edit
  </Button>
);
