import { type PersonPage, showPerson, updatePerson } from '../../server/accounts/person-contract';
import { personForm } from '../../server/accounts/person-schema';
import { LABELS, TONES } from '../applications/words';
import { changesOf } from '../audit-log/changes';
import { sentenceOf } from '../audit-log/sentence';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { CheckField } from '../forms/choice-field';
import { useForm } from '../forms/form';
import { SelectField, TextField } from '../forms/text-field';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Skeleton } from '../ui/skeleton';
import { Timeline } from '../ui/timeline';

/** "Approved the application". */
function titleOf(act: Parameters<typeof sentenceOf>[0]) {
  const { verb, rest } = sentenceOf(act);
  const subject = rest.startsWith("'s") ? ` the${rest.slice(2)}` : ` this account${rest}`;
  const text = verb + subject;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export default function Person({ person: given }: { person?: PersonPage }) {
  const id = given?.id ?? Number(globalThis.location?.pathname.split('/').at(-1));
  const [person, refetch] = usePreloaded(given, () => call(showPerson, { id }));
  if (!person) return <Skeleton shape="detail" />;
  return <Editor person={person} onChange={refetch} />;
}

function Editor({ person, onChange }: { person: PersonPage; onChange: () => Promise<unknown> }) {
  async function change(changes: object) {
    try {
      await call(updatePerson, { id: person.id }, changes);
      notify('success', 'Saved.');
    } catch (error) {
      notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
    }
    await onChange();
  }

  return (
    <div className="split">
      <div className="stack loose">
        <Facts person={person} />
        <Corrections person={person} onSave={change} />
        <Features person={person} onSave={change} />
      </div>
      <History entries={person.history} />
    </div>
  );
}

const Facts = ({ person }: { person: PersonPage }) => (
  <dl className="facts columns">
    <div>
      <dt>Email</dt>
      <dd>{person.email}</dd>
    </div>
    <div>
      <dt>Category</dt>
      <dd>{person.category}</dd>
    </div>
    <div>
      <dt>Applied</dt>
      <dd>{useDates().day(person.created_at)}</dd>
    </div>
    <div>
      <dt>Status</dt>
      <dd>
        <Badge tone={TONES[person.status]}>{LABELS[person.status]}</Badge>
      </dd>
    </div>
  </dl>
);

interface EditorProps {
  person: PersonPage;
  onSave: (changes: object) => Promise<void>;
}

const KINDS = [
  { value: 'buyer', label: 'Buyer' },
  { value: 'seller', label: 'Seller' },
];

const correctable = ({ full_name, company, kind }: PersonPage) => ({ full_name, company, kind });

function Corrections({ person, onSave }: EditorProps) {
  const form = useForm({
    schema: personForm,
    initial: correctable(person),
    submit: (values) => onSave(values),
  });
  return (
    <form className="stack" aria-label="Corrections" onSubmit={form.onSubmit}>
      <h2>Corrections</h2>
      <TextField label="Full name" {...form.field('full_name')} />
      <TextField label="Company" {...form.field('company')} />
      <SelectField label="Type" {...form.field('kind')} options={KINDS} />
      <div>
        <Button type="submit" tone="primary">
          Save
        </Button>
      </div>
    </form>
  );
}

const Features = ({ person, onSave }: EditorProps) => (
  <section className="stack" aria-label="Features">
    <h2>Features</h2>
    <CheckField
      asSwitch
      label="Store connection (Shopify)"
      name="shopify"
      checked={person.features.shopify}
      onChange={(shopify) => void onSave({ features: { shopify } })}
    />
    <CheckField
      asSwitch
      label="Alternate routes in the top navigation"
      name="alternate_routes"
      checked={person.features.alternate_routes}
      onChange={(alternate_routes) => void onSave({ features: { alternate_routes } })}
    />
  </section>
);

const History = ({ entries }: { entries: PersonPage['history'] }) => (
  <aside className="aside">
    <h2>History</h2>
    {entries.length === 0 && <p className="muted">No activity yet.</p>}
    <Timeline
      entries={entries.map(({ at, actor, action, before, after }, index) => ({
        id: index,
        at,
        title: titleOf({ action, before, after }),
        body: <HistoryEntry actor={actor} after={after} />,
      }))}
    />
  </aside>
);

const HistoryEntry = ({ actor, after }: Pick<PersonPage['history'][number], 'actor' | 'after'>) => (
  <>
    <p className="muted small">{actor}</p>
    <ul className="plain-list small">
      {changesOf({ before: null, after }).map((change) => (
        <li key={change.field}>
          <span className="muted">{change.field.replaceAll('_', ' ')}</span> {change.after}
        </li>
      ))}
    </ul>
  </>
);
