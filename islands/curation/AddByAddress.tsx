import type { Product } from '../../server/products/contract';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { Button } from '../ui/button';
import { Price } from '../ui/price';
import { Thumb } from '../ui/thumb';
import { addressForm, productIdIn } from './product-id';
import { useProductById } from './use-product-by-id';

interface Props {
  /** Whether the list already holds the product. */
  has: (id: number) => boolean;
  busy: boolean;
  onAdd: (id: number) => Promise<boolean>;
}

export function AddByAddress({ has, busy, onAdd }: Props) {
  const form = useForm({
    schema: addressForm,
    initial: { product_url: '' },
    submit: async () => {
      if (product && (await onAdd(product.id))) form.resetForm();
    },
  });
  const { product, fault } = useProductById(productIdIn(form.values.product_url ?? ''));
  const isListed = product !== null && has(product.id);
  return (
    <form className="form" noValidate onSubmit={form.onSubmit}>
      <p className="muted small">
        Paste the URL of a product page. You'll see the product before you add it.
      </p>
      <div className="field-with-button">
        <TextField
          label="Product URL"
          {...form.field('product_url')}
          error={form.errors.product_url ?? fault}
        />
        <Button type="submit" tone="primary" busy={busy} disabled={!product || isListed}>
          Add
        </Button>
      </div>
      <div aria-live="polite">{product && <FoundProduct product={product} isListed={isListed} />}</div>
    </form>
  );
}

const FoundProduct = ({ product, isListed }: { product: Product; isListed: boolean }) => (
  <div className="card">
    <div className="card-body row">
      <Thumb src={product.main_image_url} alt="" size={64} />
      <div>
        <b>{product.name}</b>
        <p className="muted small">{product.seller.name}</p>
        {product.seller_price_cents !== null && (
          <Price
            cents={product.seller_price_cents}
            msrp={product.msrp_cents}
            percentOff={product.percent_off_msrp}
          />
        )}
        {isListed && <p className="small">This product is already in the list.</p>}
      </div>
    </div>
  </div>
);
