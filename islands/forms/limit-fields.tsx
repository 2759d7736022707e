import type { Cents } from '../../server/contract/money';
import type { FieldError } from './field';
import { MoneyField } from './number-fields';

interface Limits {
  order_limit_cents?: number | null | undefined;
  month_limit_cents?: number | null | undefined;
}

interface Props {
  form: {
    values: Limits;
    setFieldValue(name: string, value: Cents | null): unknown;
    setFieldTouched(name: string, touched: boolean): unknown;
    field(name: keyof Limits): { error?: FieldError };
  };
}

const LIMITS = [
  ['order_limit_cents', 'Limit per order'],
  ['month_limit_cents', 'Limit per 30 days'],
] as const;

/** Spending limits of a member or a key, in dollars as typed. */
export const LimitFields = ({ form: { values, setFieldValue, setFieldTouched, field } }: Props) => (
  <>
    {LIMITS.map(([name, label]) => (
      <MoneyField
        key={name}
        label={label}
        optional
        name={name}
        cents={(values[name] ?? null) as Cents | null}
        onCents={(amount) => void setFieldValue(name, amount)}
        onBlur={() => void setFieldTouched(name, true)}
        error={field(name).error}
      />
    ))}
    <p className="muted small">Orders above a limit need approval. Leave a field empty for no limit.</p>
  </>
);
