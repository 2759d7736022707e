import { counted } from '../../server/contract/money';
import type { NamedSeller } from '../../server/search/contract';
import { Icon } from '../ui/icon';

/** Sellers whose names hold the words of the search, each leading to its storefront. */
export const NamedSellers = ({ sellers }: { sellers: readonly NamedSeller[] }) => (
  <nav className="pills named-sellers" aria-label="Sellers">
    {sellers.map(({ id, name, count }) => (
      <a key={id} href={`/seller/${id}`}>
        {name} <span className="muted tabular">{counted(count, 'product')}</span>
        <Icon name="arrow-right" />
      </a>
    ))}
  </nav>
);
