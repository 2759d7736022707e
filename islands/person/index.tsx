import { type PersonPage, type personSpot, showPerson, updatePerson } from '../../server/accounts/contract';
import { personForm } from '../../server/accounts/person-schema';
import type { PropsOf } from '../../server/contract/island';
import { LABELS, TONES } from '../applications/words';
import { changesOf } from '../audit-log/changes';
import { sentenceOf } from '../audit-log/sentence';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { givenId } from '../browser/navigation';
import { CheckField } from '../forms/choice-field';
import { SelectField, TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { Timeline } from '../ui/timeline';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "Approved the application". */
function titleOf(act: Parameters<typeof sentenceOf>[0]) {
  const { verb, rest } = sentenceOf(act);
  const subject = rest.startsWith("'s") ? ` the${rest.slice(2)}` : ` this account${rest}`;
  return capitalized(verb + subject);
}

export default function Person({ person: given }: PropsOf<typeof personSpot>) {
  const [person, refetch, { failed }] = usePreloaded(given, () =>
    call(showPerson, { id: given?.id ?? givenId('person', 'personId', -1) }),
  );
  if (!person)
    return failed ? (
      <Failed onRetry={refetch}>The person could not be loaded.</Failed>
    ) : (
      <Skeleton shape="detail" />
    );
  return <Editor person={person} onChange={refetch} />;
}

function Editor({ person, onChange }: { person: PersonPage; onChange: () => Promise<unknown> }) {
  async function change(changes: object) {
    try {
      await call(updatePerson, { id: person.id }, changes);
      notify('success', 'Saved.');
    } catch (error) {
      notify('error', errorText(error, 'Oops, something went wrong.'));
    }
    await onChange();
  }

  return (
    <div className="split person">
      <div className="stack loose">
        <p className="muted">
          <a href="/admin/applications">Applications</a> ·{' '}
          <a href={`/admin/insights?detail=user-${person.id}`}>Orders and Offers</a>
        </p>
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
      <dd>
        <a href={`mailto:${person.email}`}>{person.email}</a>
      </dd>
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
    <form className="card" aria-label="Corrections" onSubmit={form.onSubmit}>
      <div className="card-head">
        <h2>Corrections</h2>
      </div>
      <div className="card-body">
        <p className="muted small">Correct what this person entered when they applied.</p>
        <div className="stack">
          <TextField label="Full name" {...form.field('full_name')} />
          <TextField label="Company" {...form.field('company')} />
          <SelectField label="Type" {...form.field('kind')} options={KINDS} />
          <div>
            <Button type="submit" tone="primary">
              Save
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}

const FEATURES = {
  shopify: 'Store connection (Shopify)',
  alternate_routes: 'Alternate routes in the top navigation',
} as const;

const Features = ({ person, onSave }: EditorProps) => (
  <section className="card" aria-label="Features">
    <div className="card-head">
      <h2>Features</h2>
    </div>
    <div className="card-body">
      <p className="muted small">Changes are saved immediately and apply from this person's next page.</p>
      <div className="stack">
        {(Object.keys(FEATURES) as (keyof typeof FEATURES)[]).map((feature) => (
          <CheckField
            key={feature}
            asSwitch
            label={FEATURES[feature]}
            name={feature}
            checked={person.features[feature]}
            onChange={(on) => void onSave({ features: { [feature]: on } })}
          />
        ))}
      </div>
    </div>
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
        body: <HistoryEntry actor={actor} before={before} after={after} />,
      }))}
    />
  </aside>
);

type Entry = PersonPage['history'][number];

/** Flags are stored by name in a list. */
const toText = (value: string) =>
  Object.entries(FEATURES).reduce((text, [flag, label]) => text.replace(`"${flag}"`, label), value);

const LIST = /^\[(.*)\]$/;

function textOf(field: string, value: string | null): string | null {
  if (value === null) return null;
  if (field === 'status' && value in LABELS) return LABELS[value as keyof typeof LABELS];
  return toText(value.replace(LIST, '$1') || 'None');
}

const HistoryEntry = ({ actor, before, after }: Pick<Entry, 'actor' | 'before' | 'after'>) => (
  <>
    <p className="muted small">{actor}</p>
    <ul className="audit-changes small">
      {changesOf({ before, after }).map((change) => (
        <li key={change.field}>
          <span className="muted">{capitalized(change.field.replaceAll('_', ' '))}:</span>{' '}
          {change.before !== null && <del>{textOf(change.field, change.before)}</del>}{' '}
          <ins>{textOf(change.field, change.after) ?? '—'}</ins>
        </li>
      ))}
    </ul>
  </>
);
