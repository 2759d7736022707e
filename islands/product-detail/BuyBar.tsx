import { useEffect, useState } from 'react';
import type { Product } from '../../server/products/contract';
import { Button } from '../ui/button';
import { Price } from '../ui/price';

const FORM = 'offer-form';

/** On phones: leads to the offer form while that is out of view, or to Contact Us for sellers without an account. */
export function BuyBar({ product }: { product: Product }) {
  const hasSeller = product.seller_user_id !== null;
  const isFormShown = useInView(FORM);
  if ((hasSeller && !product.units) || isFormShown) return null;
  return (
    <div className="buy-bar">
      {product.seller_price_cents !== null && <Price cents={product.seller_price_cents} />}
      <Button tone="primary" href={hasSeller ? `#${FORM}` : '/contact_us'}>
        {hasSeller ? 'Make an Offer' : 'Contact Us'}
      </Button>
    </div>
  );
}

function useInView(id: string) {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting ?? false),
      // An edge at the bottom of the window is not in view yet.
      { rootMargin: '0px 0px -30%' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return isInView;
}
