import type { NotificationChoice } from '../../server/notifications/contract';
import { useDates } from '../ui/dates';
import { ChoiceRow } from './ChoiceRow';
import { useChoices } from './use-choices';

/** Today's, whose time in the reader's zone follows summer time. */
const digestAt = () => `${new Date().toISOString().slice(0, 10)}T12:00:00Z`;

export function Choices({ given }: { given: readonly NotificationChoice[] }) {
  const { choices, choose, saves } = useChoices(given);
  const digestTime = useDates().deadline(digestAt()).split(', ').at(-1);
  return (
    <section className="section stack settings-column">
      <div className="stack tight">
        <h2>Emails</h2>
        <p className="muted">
          Daily puts everything that happened into one email at {digestTime}. Emails about your account, such
          as sign-in links, always arrive.
        </p>
      </div>
      <div className="email-choices">
        {choices.map((choice) => (
          <ChoiceRow
            key={choice.kind}
            choice={choice}
            save={saves[choice.kind]}
            onChoose={(email) => choose(choice.kind, email)}
          />
        ))}
      </div>
    </section>
  );
}
