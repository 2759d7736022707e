import { useId } from 'react';
import type { EmailChoice, NotificationKind } from '../../server/contract/notification-kinds';
import type { NotificationChoice } from '../../server/notifications/contract';
import { Button } from '../ui/button';
import type { Save } from './use-choices';

const DESCRIPTIONS: Record<NotificationKind, string> = {
  offers: 'New offers, counteroffers, messages, and offers that are rejected, withdrawn or about to expire.',
  orders: 'New orders, ship-to addresses, shipments and receipt.',
  claims:
    'Problems reported on an order, answers and decisions. These can wait a day, but not be turned off.',
  payments: 'Deadlines, payments, cancellations, refunds and payouts. These always arrive right away.',
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
        <h3 id={`${id}-label`}>{label}</h3>
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
        <p className="small">{OPTIONS[email]}</p>
      )}
      <SaveState save={save} onRetry={() => onChoose(email)} />
    </div>
  );
}

function SaveState({ save, onRetry }: { save: Save | undefined; onRetry: () => void }) {
  const failed = save?.state === 'failed' ? save.reason : null;
  return (
    <div className="save-state" role="status">
      {save?.state === 'saved' && <span className="muted small">Saved</span>}
      {failed && (
        <>
          <span className="error">{failed}</span>
          <Button size="small" onClick={onRetry}>
            Try Again
          </Button>
        </>
      )}
    </div>
  );
}
