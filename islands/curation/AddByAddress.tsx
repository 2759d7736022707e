import { type FormEvent, useEffect, useState } from 'react';
import { type Product, showProduct } from '../../server/products/contract';
import { ApiError, call } from '../browser/api';
import { TextField } from '../forms/text-field';
import { Button } from '../ui/button';
import { Price } from '../ui/price';
import { Thumb } from '../ui/thumb';
import { productIdIn } from './product-id';

const PASTED_MS = 300;

interface Props {
  /** Whether the list already holds the product. */
  has: (id: number) => boolean;
  busy: boolean;
  onAdd: (id: number) => Promise<boolean>;
}

export function AddByAddress({ has, busy, onAdd }: Props) {
  const [address, setAddress] = useState('');
  const [product, setProduct] = useState<Product | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const id = productIdIn(address);

  useEffect(() => {
    setProduct(null);
    setFault(null);
    if (id === null) return;
    let here = true;
    const timer = setTimeout(() => {
      call(showProduct, { id }).then(
        (found) => here && setProduct(found),
        (error: unknown) =>
          here &&
          setFault(
            error instanceof ApiError && error.status === 404
              ? 'There is no such product'
              : 'The product could not be loaded. Please try again.',
          ),
      );
    }, PASTED_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [id]);

  async function add(event: FormEvent) {
    event.preventDefault();
    if (product && (await onAdd(product.id))) setAddress('');
  }

  const isListed = product !== null && has(product.id);
  const noAddress = address.trim() !== '' && id === null ? 'This address names no product' : null;
  return (
    <form className="form" noValidate onSubmit={add}>
      <TextField
        label="Product URL"
        name="product_url"
        value={address}
        onChange={setAddress}
        hint="Paste the address of a product's page."
        error={noAddress ?? fault}
      />
      <div aria-live="polite">
        {product && (
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
                {isListed && <p className="small">It is in the list already.</p>}
              </div>
            </div>
          </div>
        )}
      </div>
      <div>
        <Button type="submit" tone="primary" busy={busy} disabled={!product || isListed}>
          Add
        </Button>
      </div>
    </form>
  );
}
