import { useState } from 'react';
import { type Claim, decideClaim } from '../../server/claims/contract';
import { MAX_CLAIM_TEXT } from '../../server/claims/rules';
import { type Cents, cents, dollars } from '../../server/contract/money';
import { withPeriod } from '../../server/contract/with-period';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { MoneyField } from '../forms/number-fields';
import { TextArea } from '../forms/text-area';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';

interface Props {
  claim: Claim;
  onChange: () => unknown;
}

type Amounts = Readonly<Record<number, Cents | null>>;

/** Amounts per line, prefilled as requested, and the explanation that both parties read. */
export function DecideClaim({ claim, onChange }: Props) {
  const [amounts, setAmounts] = useState<Amounts>(() =>
    Object.fromEntries(claim.lines.map(({ id, requested_cents }) => [id, requested_cents])),
  );
  const [freight, setFreight] = useState<Cents | null>(null);
  const [explanation, setExplanation] = useState('');
  const [isTried, setTried] = useState(false);
  const { busy, problem, submit } = useAct();
  if (!claim.can.decide) return null;

  async function decide(decision: 'approve' | 'deny') {
    setTried(true);
    if (explanation.trim() === '') return;
    const approval = {
      lines: claim.lines.map(({ id }) => ({ id, refund_cents: amounts[id] ?? 0 })),
      freight_cents: freight ?? 0,
    };
    const body = { decision, explanation, version: claim.version, ...(decision === 'approve' && approval) };
    await submit(() => call(decideClaim, { id: claim.id }, body));
    await onChange();
  }

  const isUnreadable = [...Object.values(amounts), freight].some(Number.isNaN);
  const total = cents(claim.lines.reduce((sum, { id }) => sum + (amounts[id] || 0), freight || 0));
  return (
    <section className="claim stack" aria-label="Decision">
      <h3>Decision</h3>
      {claim.lines.map((line) => (
        <RefundField
          key={line.id}
          label={`Refund for ${line.name}`}
          name={`refund_${line.id}`}
          most={line.requested_cents}
          what={`for ${line.name}`}
          cents={amounts[line.id] ?? null}
          onCents={(amount) => setAmounts({ ...amounts, [line.id]: amount })}
        />
      ))}
      {claim.freight_left_cents > 0 && (
        <RefundField
          label="Refund of freight"
          name="freight"
          optional
          most={claim.freight_left_cents}
          what="of freight"
          cents={freight}
          onCents={setFreight}
        />
      )}
      <TextArea
        label="Explanation"
        name="explanation"
        hint="Both parties see this."
        most={MAX_CLAIM_TEXT}
        value={explanation}
        onChange={setExplanation}
        error={isTried && explanation.trim() === '' && 'Required'}
      />
      <FormError>{problem}</FormError>
      <p className="muted small">
        {`Approving refunds ${dollars(total)} to ${withPeriod(claim.buyer_name)} ${earningsText(claim, total)} Denying refunds nothing. Neither can be undone.`}
      </p>
      <div className="button-row">
        <Button
          tone="primary"
          busy={busy}
          disabled={total === 0 || isUnreadable}
          reason={isUnreadable ? 'Fix the amounts first.' : 'Enter an amount to refund, or deny the claim.'}
          onClick={() => void decide('approve')}
        >
          Approve Refund
        </Button>
        <Button busy={busy} onClick={() => void decide('deny')}>
          Deny Claim
        </Button>
      </div>
    </section>
  );
}

/** Of other amounts than requested the fee is known only once they are refunded. */
const earningsText = ({ seller_name, requested_cents, net_effect_cents }: Claim, total: Cents) =>
  total === requested_cents && net_effect_cents !== undefined
    ? `${seller_name} earns ${dollars(cents(-net_effect_cents))} less.`
    : `It comes out of what ${seller_name} earns, less our fee on it.`;

interface RefundFieldProps {
  label: string;
  name: string;
  optional?: boolean;
  most: Cents;
  /** Follows the bound in the error. */
  what: string;
  cents: Cents | null;
  onCents: (amount: Cents | null) => void;
}

const RefundField = ({ most, what, ...field }: RefundFieldProps) => (
  <MoneyField
    {...field}
    note={`At most ${dollars(most)}`}
    error={(field.cents ?? 0) > most && `At most ${dollars(most)} ${what}`}
  />
);
