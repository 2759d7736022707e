import { feePercent } from '../../server/contract/fee';
import { counted } from '../../server/contract/money';

interface Props {
  feeBps: number;
  claimDays: number;
  contactEmail: string;
}

const whenText = (days: number) =>
  days === 0 ? 'when it is received' : `${counted(days, 'day')} after it is received`;

/** The terms of payment, with and without earnings. */
export const HowYouArePaid = ({ feeBps, claimDays, contactEmail }: Props) => (
  <section className="card stack" aria-labelledby="how-paid">
    <h2 id="how-paid">How you're paid</h2>
    <dl className="how-paid">
      <div>
        <dt>Our fee</dt>
        <dd>{`${feePercent(feeBps)} of the price of the products. Freight is yours in full.`}</dd>
      </div>
      <div>
        <dt>When</dt>
        <dd>{`An order becomes available ${whenText(claimDays)}, unless a claim is open.`}</dd>
      </div>
      <div>
        <dt>How</dt>
        <dd>Our team pays what's available by bank transfer, and asks you for your bank details first.</dd>
      </div>
      <div>
        <dt>Questions</dt>
        <dd>
          Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
        </dd>
      </div>
    </dl>
  </section>
);
