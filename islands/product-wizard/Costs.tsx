import { feePercent } from '../../server/contract/fee';
import { type ShippingTerms, shippingTermsLabels } from '../../server/contract/shipping-terms';

interface Props {
  feeBps: number;
  terms: readonly ShippingTerms[];
}

/** What a seller bears of each sale. */
export const Costs = ({ feeBps, terms }: Props) => (
  <ul className="wizard-costs">
    <li>
      {`Our fee is ${feePercent(feeBps)} of the price.`} <a href="/dashboard/earnings">How you're paid</a>
    </li>
    <li>
      {shippingText(terms)} <a href="/settings/shipping">Shipping settings</a>
    </li>
  </ul>
);

function shippingText(terms: readonly ShippingTerms[]): string {
  if (!terms.includes('seller_pays'))
    return `You ship by: ${terms.map((term) => shippingTermsLabels[term]).join(', ')}.`;
  return terms.length === 1
    ? 'Shipping is included in your price: you pay the carrier.'
    : 'Shipping is included in your price, unless the buyer chooses another of your options.';
}
