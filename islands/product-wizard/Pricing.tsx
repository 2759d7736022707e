import { type Cents, dollars, net as netAfterFee } from '../../server/contract/money';
import { ABOVE_MSRP } from '../../server/products/field-rules-contract';
import { MoneyField } from '../forms/money-field';
import { Notice } from '../ui/notice';
import type { StepForm } from './use-step';

interface Props {
  form: StepForm;
  feeBps: number;
  /** Saving the prices publishes the product. */
  publishes: boolean;
  profileComplete: boolean;
}

export function Pricing({ form, feeBps, publishes, profileComplete }: Props) {
  const asking = form.values.seller_price_cents as number | null;
  const off = percentOff(form.values.msrp_cents as number | null, asking);
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
          error={form.errors.seller_price_cents === ABOVE_MSRP ? ABOVE_MSRP : price.error}
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

/** Rounded half up, as on the product page; null while a price is missing or above the MSRP. */
export function percentOff(msrp: number | null, asking: number | null): number | null {
  if (!msrp || !asking || asking > msrp) return null;
  return Number((BigInt(msrp - asking) * 200n + BigInt(msrp)) / (2n * BigInt(msrp)));
}

export const netOf = (asking: number | null, feeBps: number): Cents | null =>
  asking ? netAfterFee(asking as Cents, feeBps) : null;
