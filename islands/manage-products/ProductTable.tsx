import { useState } from 'react';
import { dollars, formatUnits } from '../../server/contract/money';
import type { OwnProduct } from '../../server/products/contract';
import { useLateComponent } from '../browser/use-late-component';
import { stepAddress } from '../dashboard/addresses';
import { Readiness } from '../dashboard/Dashboard';
import { unitsText } from '../products/ProductCard';
import { type Column, Table } from '../ui/table';
import { Thumb } from '../ui/thumb';
import { AmountCell } from './AmountCell';
import { BulkBar } from './BulkBar';
import { blockersOf } from './blockers';
import { ProductMenu } from './ProductMenu';
import { BlockerChips, StatusBadge, useLostPhoto } from './status';
import type { OwnProducts } from './use-own-products';
import { type Selection, useSelection } from './use-selection';

/** The seller's products with editable amounts and bulk actions. */
export function ProductTable({ list, wanted }: { list: OwnProducts; wanted: ReadonlyMap<number, string> }) {
  const selection = useSelection(list);
  const [edited, setEdited] = useState<number | null>(null);
  const AmountsDialog = useLateComponent({
    wanted: edited !== null,
    load: () => import('./AmountsDialog').then((loaded) => loaded.AmountsDialog),
    onFailure: () => setEdited(null),
  });
  const product = list.products.find(({ id }) => id === edited);
  return (
    <>
      {list.products.length > 0 && (
        <Table
          caption="Your products, editable in place"
          columns={[
            tickColumn(selection, list.products.length),
            ...columns(list.replace, ({ id }) => setEdited(id), wanted).filter(
              // That all of them are live goes without saying.
              ({ key }) => key !== 'status' || list.products.some(({ status }) => status !== 'live'),
            ),
          ]}
          rows={list.products}
          rowKey={({ id }) => id}
          rowClass={({ id }) => (selection.has(id) ? 'selected' : undefined)}
          dense
          lines="wide"
        />
      )}
      {/* The result of a change stays even when the search no longer matches any product. */}
      <BulkBar list={list} selection={selection} />
      {AmountsDialog && product && (
        <AmountsDialog product={product} onSaved={list.replace} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

const wantedColumn = (wanted: ReadonlyMap<number, string>): Column<OwnProduct> => ({
  key: 'wanted',
  head: 'Wanted',
  cell: ({ id }) => wanted.get(id),
});

const tickColumn = (selection: Selection, shown: number): Column<OwnProduct> => ({
  key: 'tick',
  head: 'Selected',
  headCell: (
    <>
      <span className="visually-hidden">Selected</span>
      <label className="choice">
        <input type="checkbox" checked={selection.isPage} onChange={selection.togglePage} />
        <span className="visually-hidden">Select the {formatUnits(shown)} shown</span>
      </label>
    </>
  ),
  line: 'choice',
  cell: (product) => <Tick product={product} selection={selection} />,
});

function Tick({ product: { id, name }, selection }: CellProps & { selection: Selection }) {
  return (
    <label className="choice">
      <input type="checkbox" checked={selection.has(id)} onChange={() => selection.toggle(id)} />
      <span className="visually-hidden">Select {name}</span>
    </label>
  );
}

const columns = (
  onSaved: OwnProducts['replace'],
  onEdit: (product: OwnProduct) => void,
  wanted: ReadonlyMap<number, string>,
): Column<OwnProduct>[] => [
  { key: 'name', head: 'Product', rowHead: true, cell: (product) => <NameCell product={product} /> },
  { key: 'status', head: 'Status', line: 'badge', cell: (product) => <StatusBadge product={product} /> },
  {
    key: 'units',
    head: 'Units',
    num: true,
    line: 'fact',
    cell: (product) => (
      <>
        <span className="line-only">{unitsText(product.units)}</span>
        <AmountCell product={product} field="units" onSaved={onSaved} />
      </>
    ),
  },
  {
    key: 'price',
    head: 'Asking price',
    num: true,
    line: 'amount',
    cell: (product) => (
      <>
        <button type="button" className="line-only own-price" onClick={() => onEdit(product)}>
          <span className="visually-hidden">{`Set price and units of ${product.name}: `}</span>
          {product.seller_price_cents === null ? 'Set price' : dollars(product.seller_price_cents)}
        </button>
        <AmountCell product={product} field="seller_price_cents" onSaved={onSaved} />
      </>
    ),
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
  { key: 'readiness', head: 'Ready', line: 'aside', cell: (product) => <Ready product={product} /> },
  ...(wanted.size > 0 ? [wantedColumn(wanted)] : []),
  {
    key: 'acts',
    head: 'Actions',
    headHidden: true,
    line: 'actions',
    cell: (product) => <ProductMenu product={product} onSaved={onSaved} />,
  },
];

interface CellProps {
  product: OwnProduct;
}

function NameCell({ product }: CellProps) {
  const photo = useLostPhoto(product);
  return (
    <span className="product-cell">
      <Thumb src={product.main_image_url} alt="" size={40} onLost={photo.onLost} />
      <span className="own-name">
        <a href={stepAddress(product.id, 'identifiers')}>{product.name}</a>
        <span className="muted tiny">UPC {product.upc}</span>
        {photo.chip}
      </span>
    </span>
  );
}

/** What keeps buyers from seeing the product, or else what would sell it better. */
function Ready({ product }: CellProps) {
  const blockers = blockersOf(product);
  if (blockers.length > 0)
    return (
      <span className="blockers">
        <BlockerChips blockers={blockers} />
      </span>
    );
  if (product.provisional) return '–';
  return <Readiness productId={product.id} readiness={product.readiness} most={1} headed />;
}
