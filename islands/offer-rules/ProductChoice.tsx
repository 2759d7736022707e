import { useEffect, useState } from 'react';
import { productsForSeller } from '../../server/products/contract';
import { call } from '../browser/api';
import { useLatest } from '../browser/use-latest';
import { SelectField } from '../forms/field';
import { SearchField } from '../forms/search-field';

const MAX_CHOICES = 50;

interface Choice {
  value: string;
  label: string;
}

async function findProducts(sellerId: Promise<number>, name: string): Promise<Choice[]> {
  const { products } = await call(productsForSeller, { seller_id: await sellerId }, undefined, {
    search: { name },
    per: MAX_CHOICES,
  });
  return products.map(({ id, name }) => ({ value: String(id), label: name }));
}

interface Props {
  findSellerId: () => Promise<number>;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  name: string;
}

/** One of the seller's products, the first 50 that the search finds. */
export function ProductChoice({ findSellerId, ...props }: Props) {
  const [text, setText] = useState('');
  const [choices, setChoices] = useState<Choice[]>([]);
  const [failed, setFailed] = useState(false);
  const begin = useLatest();
  useEffect(() => {
    const isLatest = begin();
    const show = (found: Choice[] | null) => {
      if (!isLatest()) return;
      setFailed(found === null);
      if (found) setChoices(found);
    };
    findProducts(findSellerId(), text).then(show, () => show(null));
  }, [begin, text, findSellerId]);
  return (
    <div className="stack">
      <SearchField label="Search your products" value={text} onSearch={setText} />
      <SelectField
        label="Product"
        placeholder="Choose a product"
        {...props}
        options={choices}
        error={failed ? 'Your products could not be loaded. Search again.' : props.error}
      />
    </div>
  );
}
