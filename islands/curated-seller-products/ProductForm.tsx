import { useState } from 'react';
import type { Product } from '../../server/products/contract';
import { createCuratedProduct } from '../../server/products/tags/contract';
import { ApiError, call } from '../browser/api';
import { MoneyField } from '../forms/money-field';
import { PhotoSlot } from '../forms/photo-slot';
import { QuantityField } from '../forms/quantity-field';
import { useSubmitDelay } from '../forms/submit-delay';
import { SelectField, TextArea, TextField } from '../forms/text-field';
import { Button } from '../ui/button';
import {
  bodyOf,
  type COUNTS,
  categories,
  NO_PRICES,
  type Prices,
  TEXTS,
  type TextName,
} from './product-values';

interface Props {
  sellerId: number;
  onCreated: (product: Product) => void;
}

/** Creates a product on behalf of a seller. */
export function ProductForm({ sellerId, onCreated }: Props) {
  const [texts, setTexts] = useState(TEXTS);
  const [prices, setPrices] = useState(NO_PRICES);
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState(0);
  const [uploading, setUploading] = useState(0);
  const afterDelay = useSubmitDelay();

  function submit() {
    if (busy || uploading > 0) return;
    setBusy(true);
    void afterDelay(create);
  }

  async function create() {
    setError(null);
    setFaults({});
    try {
      const product = await call(createCuratedProduct, { id: sellerId }, { product: bodyOf(texts, prices) });
      setTexts(TEXTS);
      setPrices(NO_PRICES);
      setMade((n) => n + 1);
      onCreated(product);
    } catch (failure) {
      setFaults(failure instanceof ApiError ? failure.fieldErrors : {});
      setError(failure instanceof ApiError ? failure.message : 'Please check your connection and try again.');
    } finally {
      setBusy(false);
    }
  }

  const set = (name: TextName) => (value: string) => setTexts((all) => ({ ...all, [name]: value }));
  const at = (name: TextName) => ({
    name,
    value: texts[name],
    onChange: set(name),
    error: faults[name]?.[0],
  });
  const count = (name: (typeof COUNTS)[number], label: string) => (
    <QuantityField
      label={label}
      name={name}
      value={texts[name]}
      onValue={set(name)}
      error={faults[name]?.[0]}
    />
  );
  const price = (name: keyof Prices, label: string) => (
    <MoneyField
      label={label}
      name={name}
      cents={prices[name]}
      onCents={(cents) => setPrices((all) => ({ ...all, [name]: cents }))}
      error={faults[name]?.[0]}
    />
  );
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField label="Product name" {...at('name')} />
      <div className="field-row">
        <TextField label="UPC" {...at('upc')} />
        <TextField label="SKU" {...at('sku')} optional />
      </div>
      <SelectField
        label="Category"
        name="category"
        value={texts.category}
        onChange={set('category')}
        options={categories}
      />
      <TextArea label="Description" rows={4} {...at('description')} />
      <div className="field-row">
        {price('msrp_cents', 'Unit MSRP')}
        {price('wholesale_cents', 'Unit Wholesale')}
        {price('seller_price_cents', 'Unit Asking Price')}
      </div>
      <div className="field-row">
        {count('units', 'Units')}
        {count('min_order_units', 'Minimum Order Quantity')}
      </div>
      <fieldset className="fieldset">
        <legend>Photos, one at least</legend>
        <div className="photo-slots">
          {([1, 2, 3, 4, 5] as const).map((number) => (
            <PhotoSlot
              // A new key empties the photo slots after a product is created.
              key={`${made} ${number}`}
              number={number}
              value={texts[`photo_${number}`]}
              error={faults[`photo_${number}`]?.[0]}
              onValue={set(`photo_${number}`)}
              onUploading={(isOn) => setUploading((n) => n + (isOn ? 1 : -1))}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="fieldset">
        <legend>Dimensions, in inches, and weight</legend>
        <div className="field-row">
          <TextField label="Length" {...at('length')} optional />
          <TextField label="Width" {...at('width')} optional />
          <TextField label="Height" {...at('height')} optional />
        </div>
        <div className="field-row">
          <TextField label="Weight" {...at('weight')} optional />
          <SelectField
            label="Weight unit"
            name="weight_unit"
            value={texts.weight_unit}
            onChange={set('weight_unit')}
            options={[
              { value: 'lbs', label: 'lbs' },
              { value: 'oz', label: 'oz' },
            ]}
          />
        </div>
      </fieldset>
      <div className="field-row">
        {count('inner_quantity', 'Inner Quantity')}
        {count('inner_count', 'Number of Inners')}
        {count('outer_quantity', 'Outer Quantity')}
      </div>
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      <div>
        <Button
          type="submit"
          tone="primary"
          busy={busy}
          disabled={uploading > 0}
          reason={uploading > 0 ? 'A picture is on its way.' : ''}
        >
          Create product
        </Button>
      </div>
    </form>
  );
}
