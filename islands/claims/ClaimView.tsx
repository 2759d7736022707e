import type { ReactNode } from 'react';
import type { Claim } from '../../server/claims/contract';
import { claimReasonLabels } from '../../server/claims/rules';
import { dollars, formatUnits } from '../../server/contract/money';
import { Badge } from '../ui/badge';
import { useDates } from '../ui/dates';
import { Amounts } from './Amounts';
import { Thread } from './Thread';
import { claimStatusLabels, claimTones, nextStep, type Side } from './wording';

interface Props {
  claim: Claim;
  side: Side;
  /** Its number stands above already. */
  isTitled?: boolean;
  /** The answers that the viewer has now. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A claim with its items, amounts and thread. */
export function ClaimView({ claim, side, isTitled, actions, children }: Props) {
  const { day } = useDates();
  const next = nextStep(claim, side);
  const title = <h3>{`Claim ${claim.claim_number}`}</h3>;
  return (
    <article className="claim stack" aria-label={`Claim ${claim.claim_number}`}>
      <header className="row between">
        {isTitled ? <span className="muted">{`Opened ${day(claim.created_at)}`}</span> : title}
        <Badge tone={claimTones[claim.status]}>{claimStatusLabels[claim.status]}</Badge>
      </header>
      {next && <Next text={next} iso={claim.answer_by} isDated={claim.status === 'open'} />}
      {actions}
      <ul className="claim-lines">
        {claim.lines.map((line) => (
          <li key={line.id}>
            <span>
              {line.name}
              <span className="muted small">
                {`${formatUnits(line.quantity)} × ${claimReasonLabels[line.reason].toLowerCase()}`}
              </span>
            </span>
            <span className="num">{dollars(line.requested_cents)}</span>
          </li>
        ))}
      </ul>
      <Amounts claim={claim} />
      <Thread claim={claim} />
      {children}
    </article>
  );
}

interface NextProps {
  text: string;
  iso: string;
  isDated: boolean;
}

function Next({ text, iso, isDated }: NextProps) {
  const { deadline } = useDates();
  return (
    <p className="strong">
      {text}
      {isDated && (
        <>
          {' '}
          <time dateTime={iso}>{deadline(iso)}</time>
        </>
      )}
    </p>
  );
}
