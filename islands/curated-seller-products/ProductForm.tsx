import type { Product } from '../../server/products/contract';
import { photoFields } from '../../server/products/rules';
import { SelectField, TextField } from '../forms/field';
import { FormModal } from '../forms/form-modal';
import { MoneyField, QuantityField } from '../forms/number-fields';
import { TextArea } from '../forms/text-area';

import { PhotoStrip } from '../product-wizard/photos/PhotoStrip';

import { categories } from './product-values';
import { type ProductFormState, useProductForm } from './use-product-form';

interface Props {
  sellerId: number;
  onCreated: (product: Product) => void;
  onClose: () => void;
}

const UNSAVED = { title: 'Close without creating this product?', yes: 'Close Without Creating' };

/** Creates a product on behalf of a seller. */
export function ProductForm({ sellerId, onCreated, onClose }: Props) {
  const form = useProductForm(sellerId, onCreated);
  return (
    <FormModal
      title="New product"
      confirm="Create Product"
      size="large"
      form={form}
      disabled={form.isUploading}
      unsaved={form.dirty && UNSAVED}
      status={form.isUploading ? 'An image is still uploading.' : ''}
      onClose={onClose}
    >
      <Description form={form} />
      <PricesAndUnits form={form} />
      <PhotoStrip fields={photoFields.map(form.photo)} onUploading={form.onUploading} />
      <Dimensions form={form} />
      <div className="field-row">
        <QuantityField label="Inner Quantity" {...form.count('inner_quantity')} />
        <QuantityField label="Number of Inners" {...form.count('inner_count')} />
        <QuantityField label="Outer Quantity" {...form.count('outer_quantity')} />
      </div>
    </FormModal>
  );
}

interface GroupProps {
  form: ProductFormState;
}

const Description = ({ form }: GroupProps) => (
  <>
    <TextField label="Product name" {...form.text('name')} />
    <div className="field-row">
      <TextField label="UPC" {...form.text('upc')} />
      <TextField label="SKU" {...form.text('sku')} optional />
    </div>
    <SelectField label="Category" {...form.text('category')} options={categories} />
    <TextArea label="Description" rows={4} {...form.text('description')} />
  </>
);

const PricesAndUnits = ({ form }: GroupProps) => (
  <>
    <div className="field-row">
      <MoneyField label="Unit MSRP" {...form.price('msrp_cents')} />
      <MoneyField label="Unit Wholesale" {...form.price('wholesale_cents')} />
      <MoneyField label="Unit Asking Price" {...form.price('seller_price_cents')} />
    </div>
    <div className="field-row">
      <QuantityField label="Units" {...form.count('units')} />
      <QuantityField label="Minimum Order Quantity" {...form.count('min_order_units')} />
    </div>
  </>
);

const Dimensions = ({ form }: GroupProps) => (
  <fieldset className="fieldset">
    <legend>Dimensions (inches) and weight</legend>
    <div className="field-row">
      <TextField label="Length" {...form.text('length')} optional />
      <TextField label="Width" {...form.text('width')} optional />
      <TextField label="Height" {...form.text('height')} optional />
    </div>
    <div className="field-row">
      <TextField label="Weight" {...form.text('weight')} optional />
      <SelectField
        label="Weight unit"
        {...form.text('weight_unit')}
        options={[
          { value: 'lbs', label: 'lbs' },
          { value: 'oz', label: 'oz' },
        ]}
      />
    </div>
  </fieldset>
);
