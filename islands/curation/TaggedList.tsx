import type { TaggedProduct } from '../../server/products/curation-contract';
import { Badge } from '../kit/badge';
import { Button } from '../kit/button';
import { Empty } from '../kit/empty';
import { Thumb } from '../kit/thumb';

interface Props {
  label: string;
  products: readonly TaggedProduct[];
  busy: number | null;
  onRemove: (product: TaggedProduct) => void;
}

/** What staff have put there, each with the way out again. */
export function TaggedList({ label, products, busy, onRemove }: Props) {
  if (products.length === 0)
    return (
      <Empty icon="star" title="Nothing here yet.">
        Paste the address of a product to add the first one.
      </Empty>
    );
  return (
    <ol className="drag-list" aria-label={label}>
      {products.map((product) => (
        <li key={product.id}>
          <Thumb src={product.photo_1_url} alt="" size={48} />
          <div className="spacer">
            <a href={`/all_products/${product.seller_id}/${product.id}`}>{product.name}</a>
            <div className="faint tiny">{product.seller_name}</div>
          </div>
          {product.hidden && <Badge tone="yellow">not listed now</Badge>}
          <Button size="small" icon="trash" busy={busy === product.id} onClick={() => onRemove(product)}>
            Remove
            <span className="visually-hidden"> {product.name}</span>
          </Button>
        </li>
      ))}
    </ol>
  );
}
