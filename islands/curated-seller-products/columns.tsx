import { counted, dollars, formatUnits } from '../../server/contract/money';
import type { OwnProduct } from '../../server/products/contract';
import { stepAddress } from '../dashboard/addresses';
import { ownStatusLabels, ownStatusTones } from '../products/own-status';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import type { Column } from '../ui/table';
import { Thumb } from '../ui/thumb';

const unitsOf = (units: OwnProduct['units']) => (units === null ? 'Units TBD' : counted(units, 'unit'));

export const productColumns: readonly Column<OwnProduct>[] = [
  {
    key: 'name',
    head: 'Product',
    rowHead: true,
    cell: (product) => (
      <span className="product-cell">
        <Thumb src={product.main_image_url} alt="" size={32} />
        <a href={`/all_products/${product.seller_id}/${product.id}`}>{product.name}</a>
      </span>
    ),
  },
  {
    key: 'upc',
    head: 'UPC',
    line: 'fact',
    cell: ({ upc, units }) => (
      <>
        <span className="tabular">{upc}</span>
        <span className="line-only"> · {unitsOf(units)}</span>
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    line: 'badge',
    cell: ({ status }) => <Badge tone={ownStatusTones[status]}>{ownStatusLabels[status]}</Badge>,
  },
  {
    key: 'price',
    head: 'Asking price',
    num: true,
    line: 'amount',
    cell: ({ seller_price_cents }) => (seller_price_cents === null ? '—' : dollars(seller_price_cents)),
  },
  {
    key: 'units',
    head: 'Units',
    num: true,
    cell: ({ units }) => (units === null ? 'TBD' : formatUnits(units)),
  },
  {
    key: 'actions',
    head: 'Actions',
    headHidden: true,
    num: true,
    line: 'actions',
    cell: ({ id, name }) => (
      <Button size="small" icon="edit" href={stepAddress(id, 'identifiers')}>
        Edit<span className="visually-hidden"> {name}</span>
      </Button>
    ),
  },
];
