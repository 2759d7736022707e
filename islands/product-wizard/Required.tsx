import { useEffect, useState } from 'react';
import { categoryLabels } from '../../server/contract/categories';
import { net as netAfterFee } from '../../server/contract/fee';
import { type Cents, dollars, percentOff as percentBelow } from '../../server/contract/money';
import type { ShippingTerms } from '../../server/contract/shipping-terms';
import { checkUpc } from '../../server/products/contract';
import {
  ABOVE_MSRP,
  type PhotoField,
  photoFields,
  priceIsAboveMsrp,
  UPC_TAKEN,
} from '../../server/products/rules';
import { call } from '../browser/api';
import { useLatest } from '../browser/use-latest';
import { SelectField, TextField } from '../forms/field';
import { MoneyField } from '../forms/number-fields';
import { RichText } from '../forms/rich-text';
import { Notice } from '../ui/feedback';
import { Icon } from '../ui/icon';
import { Costs } from './Costs';
import { PhotoStrip } from './photos/PhotoStrip';
import type { StepForm } from './use-step';

const HINT = '8 to 14 digits, including leading zeros.';
const HINTS: Partial<Record<UpcState, string>> = {
  unchecked: "We couldn't check this UPC. You can continue; we'll check it when you save.",
};

/** Name and codes. A UPC already in use shows its error while typing. */
export function Identifiers({ form, upc }: { form: StepForm; upc: UpcState }) {
  const field = form.field('upc');
  return (
    <>
      <TextField label="Name" {...form.field('name')} />
      <TextField
        label="UPC"
        inputMode="numeric"
        autoComplete="off"
        hint={HINTS[upc] ?? HINT}
        {...field}
        error={upc === 'taken' ? UPC_TAKEN : field.error}
        after={(upc === 'checking' || upc === 'free') && <UpcMark upc={upc} />}
      />
      <div className="field-row">
        <TextField label="SKU" optional {...form.field('sku')} />
        <TextField label="ASIN" optional {...form.field('asin')} />
        <TextField label="Style number" optional {...form.field('style_number')} />
      </div>
    </>
  );
}

const UpcMark = ({ upc }: { upc: 'checking' | 'free' }) => (
  <span className="affix" role="status">
    {upc === 'checking' ? (
      <>
        <span className="spinner" aria-hidden="true" />
        <span className="visually-hidden">Checking UPC</span>
      </>
    ) : (
      <>
        <Icon name="check" />
        <span className="visually-hidden">UPC is available</span>
      </>
    )}
  </span>
);

const DELAY_MS = 400;

/** `unchecked`: the request failed; the server checks again when the step is saved. */
export type UpcState = 'unknown' | 'checking' | 'free' | 'taken' | 'unchecked';

type UpcVerdict = Extract<UpcState, 'free' | 'taken' | 'unchecked'>;

/** Checks while typing whether a UPC is available; the product's current UPC is not checked. */
export function useUpc(upc: string, own: { id: number; upc: string } | null): UpcState {
  const [answer, setAnswer] = useState<{ upc: string; verdict: UpcVerdict } | null>(null);
  const candidate = /^\d{8,14}$/.test(upc) && upc !== own?.upc ? upc : null;
  const ownId = own?.id;
  const begin = useLatest();

  useEffect(() => {
    const isLatest = begin();
    if (candidate === null) return;
    const timer = setTimeout(async () => {
      const query = { upc: candidate, ...(ownId && { id: ownId }) };
      const verdict = await call(checkUpc, {}, undefined, query).then(
        ({ available }): UpcVerdict => (available ? 'free' : 'taken'),
        (): UpcVerdict => 'unchecked',
      );
      if (isLatest()) setAnswer({ upc: candidate, verdict });
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [begin, candidate, ownId]);

  if (candidate === null) return 'unknown';
  return answer?.upc === candidate ? answer.verdict : 'checking';
}

const OTHER = 'other category';
const { [OTHER]: other, ...named } = categoryLabels;
const CATEGORIES = [
  { value: OTHER, label: other },
  ...Object.entries(named).map(([value, label]) => ({ value, label })),
];

export const Description = ({ form }: { form: StepForm }) => (
  <>
    <SelectField
      label="Category"
      placeholder="Choose a category"
      options={CATEGORIES}
      {...form.field('category')}
    />
    <PhotoStrip
      fields={photoFields.map((name) => photoField(form, name))}
      onUploading={form.onUploading}
      onLeave={() => void form.setFieldTouched('photo_1', true)}
    />
    <RichText
      label="Description"
      name="description"
      optional
      value={String(form.values.description ?? '')}
      onChange={(html) => void form.setFieldValue('description', html)}
      error={form.errors.description}
    />
  </>
);

/** An address that is not allowed shows its error at once. */
function photoField(form: StepForm, name: PhotoField) {
  const { value, error, onChange } = form.field(name);
  return { name, value, error: value ? (form.errors[name] ?? error) : error, onValue: onChange };
}

interface PricingProps {
  form: StepForm;
  feeBps: number;
  /** Null for staff. */
  shippingTerms: readonly ShippingTerms[] | null;
  /** Saving the prices publishes the product. */
  publishes: boolean;
  profileComplete: boolean;
}

export function Pricing({ form, feeBps, shippingTerms, publishes, profileComplete }: PricingProps) {
  const asking = form.values.seller_price_cents as number | null;
  const msrp = form.values.msrp_cents as number | null;
  const off = percentOff(msrp, asking);
  const net = netOf(asking, feeBps);
  const price = form.money('seller_price_cents');
  return (
    <>
      <div className="field-row">
        <MoneyField label="Unit MSRP" {...form.money('msrp_cents')} />
        <MoneyField label="Unit Wholesale" hint="Buyers don't see this." {...form.money('wholesale_cents')} />
        <MoneyField
          label="Unit Asking Price"
          {...price}
          error={priceIsAboveMsrp(asking, msrp || null) ? ABOVE_MSRP : price.error}
        />
      </div>
      <dl className="totals" aria-live="polite">
        <div>
          <dt>Buyers see</dt>
          <dd>{off === null ? '–' : `${off}% off MSRP`}</dd>
        </div>
        <div className="grand">
          <dt>After fees, per unit</dt>
          <dd>{net === null ? '–' : dollars(net)}</dd>
        </div>
      </dl>
      {shippingTerms && <Costs feeBps={feeBps} terms={shippingTerms} />}
      {publishes &&
        (profileComplete ? (
          <Notice tone="accent">Saving these prices publishes the product to buyers.</Notice>
        ) : (
          <Notice tone="yellow">
            The product will be ready after this step. It will be published once{' '}
            <a href="/dashboard/manage_profile">your profile</a> is completed.
          </Notice>
        ))}
    </>
  );
}

/** As on the product page; null while a price is missing or above the MSRP. */
export const percentOff = (msrp: number | null, asking: number | null): number | null =>
  msrp && asking && asking <= msrp ? percentBelow(asking as Cents, msrp as Cents) : null;

export const netOf = (asking: number | null, feeBps: number): Cents | null =>
  asking ? netAfterFee(asking as Cents, feeBps) : null;
