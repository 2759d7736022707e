import { type SignedCents, signedDollars } from '../../server/contract/money';

interface AmountProps {
  label: string;
  cents: number;
  isGrand?: boolean;
}

export const Amount = ({ label, cents, isGrand }: AmountProps) => (
  <div className={isGrand ? 'grand' : undefined}>
    <dt>{label}</dt>
    <dd>{signedDollars(cents as SignedCents)}</dd>
  </div>
);
