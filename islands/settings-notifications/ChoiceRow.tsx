import { useId } from 'react';
import type { EmailChoice, NotificationKind } from '../../server/contract/notification-kinds';
import type { NotificationChoice } from '../../server/notifications/contract';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import type { Save } from './use-choices';

const DESCRIPTIONS: Record<NotificationKind, string> = {
  offers: 'New offers, counteroffers, messages, and offers that are rejected, withdrawn or about to expire.',
  favorites: 'Price drops and restocks of products you saved.',
  approvals: 'Requests for approval, and what becomes of yours.',
  integrations: 'API keys that expire soon, and webhooks that fail or were disabled.',
  orders: 'New orders, ship-to addresses, shipments and receipt.',
  claims: "Problems reported on an order, answers and decisions. They can't be turned off.",
  payments: 'Deadlines, payments, cancellations, refunds and payouts.',
};

const OPTIONS: Record<EmailChoice, string> = { instant: 'Right away', daily: 'Daily', off: 'Off' };

interface Props {
  choice: NotificationChoice;
  save: Save | undefined;
  onChoose: (email: EmailChoice) => void;
}

export function ChoiceRow({ choice, save, onChoose }: Props) {
  const { kind, label, email, allowed } = choice;
  const id = useId();
  return (
    <div className="email-choice" id={`emails-${kind}`}>
      <div>
        <div className="row between">
          <h3 id={`${id}-label`}>{label}</h3>
          <span className="muted small" role="status">
            {save?.state === 'saved' && 'Saved'}
          </span>
        </div>
        <p className="muted small" id={`${id}-hint`}>
          {DESCRIPTIONS[kind]}
        </p>
      </div>
      {allowed.length > 1 ? (
        <div
          className="row"
          role="radiogroup"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
        >
          {allowed.map((option) => (
            <span key={option} className="choice">
              <input
                id={`${id}-${option}`}
                type="radio"
                name={kind}
                value={option}
                checked={option === email}
                onChange={() => onChoose(option)}
              />
              <label htmlFor={`${id}-${option}`}>{OPTIONS[option]}</label>
            </span>
          ))}
        </div>
      ) : (
        <p className="muted">Always right away</p>
      )}
      {save?.state === 'failed' && <NotSaved reason={save.reason} onRetry={() => onChoose(email)} />}
    </div>
  );
}

function NotSaved({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <div className="not-saved row">
      <FormError>{reason}</FormError>
      <Button size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
