import { clsx } from 'clsx';
import type { PropsOf } from '../../server/contract/island';
import { dollars } from '../../server/contract/money';
import {
  type Favorite,
  type favorites as favoritesIsland,
  listFavorites,
} from '../../server/sourcing/contract';
import { call } from '../browser/api';
import { ProductCard } from '../products/ProductCard';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { LoadProps } from '../ui/feedback';
import { Grid } from '../ui/grid';
import { AddToCart } from './AddToCart';

export default function Favorites({ favorites }: PropsOf<typeof favoritesIsland>) {
  return (
    <>
      <p className="lede">We email you when a price drops or stock comes back.</p>
      <h2 className="visually-hidden">Saved products</h2>
      <LoadProps
        given={favorites && { favorites }}
        load={() => call(listFavorites, {})}
        failure="Your favorites could not be loaded."
      >
        {(loaded) => <List favorites={loaded.favorites} />}
      </LoadProps>
    </>
  );
}

const List = ({ favorites }: { favorites: readonly Favorite[] }) =>
  favorites.length === 0 ? (
    <Empty
      icon="heart"
      title="No favorites yet"
      action={
        <Button tone="primary" href="/all_products">
          Browse Products
        </Button>
      }
    >
      Save products to watch their price and stock.
    </Empty>
  ) : (
    <Grid label="Favorites">
      {favorites.map((favorite) => (
        <li key={favorite.id}>
          <ProductCard product={favorite}>
            <Change favorite={favorite} />
            <AddToCart favorite={favorite} />
          </ProductCard>
        </li>
      ))}
    </Grid>
  );

function Change({
  favorite: { listed, saved_price_cents: saved, seller_price_cents: now },
}: {
  favorite: Favorite;
}) {
  if (!listed) return <p className="product-meta">No longer available</p>;
  if (saved === null || now === null || saved === now) return null;
  return (
    <p className={clsx('product-change', now < saved && 'cheaper')}>
      Price {dollars(saved)} → {dollars(now)}
    </p>
  );
}
