import { type ReactNode, useState } from 'react';
import { roleLabels } from '../../server/accounts/company/rules';
import { type PersonPage, type personIsland, showPerson, updatePerson } from '../../server/accounts/contract';
import { personForm } from '../../server/accounts/person-schema';
import type { PropsOf } from '../../server/contract/island';
import { Age, useNow } from '../applications/Age';
import { Decisions } from '../applications/Decisions';
import { useDecisions } from '../applications/use-decisions';
import { LABELS, TONES } from '../applications/words';
import { changesOf } from '../audit-log/changes';
import { sentenceOf } from '../audit-log/sentence';
import { notify } from '../browser/alerts';
import { call, errorText } from '../browser/api';
import { givenId } from '../browser/navigation';
import { CheckField } from '../forms/choice-field';
import { SelectField, TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { Timeline } from '../ui/timeline';
import { SecondFactor } from './SecondFactor';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "Approved the application". */
function titleOf(act: Parameters<typeof sentenceOf>[0]) {
  const { verb, rest } = sentenceOf(act);
  const subject = rest.startsWith("'s") ? ` the${rest.slice(2)}` : ` this account${rest}`;
  return capitalized(verb + subject);
}

export default function Person({ person: given }: PropsOf<typeof personIsland>) {
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
  const [isEditing, setEditing] = useState(false);
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
    <>
      <StatusBar person={person} onChange={onChange} />
      <div className="split">
        <div className="stack">
          <Details person={person} onEdit={() => setEditing(true)} />
          {person.members.length > 0 && <Colleagues person={person} />}
          <Features person={person} onSave={change} />
          <SecondFactor person={person} onChange={onChange} />
        </div>
        <History person={person} />
      </div>
      {isEditing && <EditDetails person={person} onChange={onChange} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Whether the person may trade, and the decision about it. */
function StatusBar({ person, onChange }: { person: PersonPage; onChange: () => Promise<unknown> }) {
  const decisions = useDecisions(onChange);
  const now = useNow();
  return (
    <div className="person-standing">
      <Badge tone={TONES[person.status]}>{LABELS[person.status]}</Badge>
      <Age row={person} now={now} badgeOnly />
      <Decisions row={person} {...decisions.of(person)} isPrimary />
      {decisions.confirmation}
    </div>
  );
}

const Details = ({ person, onEdit }: { person: PersonPage; onEdit: () => void }) => (
  <section className="card" aria-label="Details">
    <div className="card-head">
      <h2>Details</h2>
      <div className="button-row">
        <Button size="small" href={`/admin/insights?detail=user-${person.id}`}>
          Orders and Offers
        </Button>
        <Button size="small" icon="edit" onClick={onEdit}>
          Edit<span className="visually-hidden"> details</span>
        </Button>
      </div>
    </div>
    <div className="card-body">
      <dl className="person-facts">
        <Fact label="Full name">{person.full_name}</Fact>
        <Fact label="Email">
          <a href={`mailto:${person.email}`}>{person.email}</a>
        </Fact>
        <Fact label="Company">{person.company}</Fact>
        <Fact label="Role">
          {roleLabels[person.role]}
          {person.primary && person.members.length > 0 && ' (primary owner)'}
        </Fact>
        <Fact label="Type">{person.kind === 'buyer' ? 'Buyer' : 'Seller'}</Fact>
        <Fact label="Category">{person.category}</Fact>
      </dl>
    </div>
  </section>
);

const Colleagues = ({ person: { company, members } }: { person: PersonPage }) => (
  <section className="card" aria-label="Members">
    <div className="card-head">
      <h2>Other members of {company}</h2>
    </div>
    <ul className="card-body stack tight">
      {members.map(({ id, full_name, email, role, primary, status }) => (
        <li key={id}>
          <a href={`/admin/people/${id}`}>{full_name || email}</a>{' '}
          <span className="muted">
            {roleLabels[role]}
            {primary && ', primary owner'}
          </span>{' '}
          {status === 'denied' && <Badge tone={TONES[status]}>{LABELS[status]}</Badge>}
        </li>
      ))}
    </ul>
  </section>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const KINDS = [
  { value: 'buyer', label: 'Buyer' },
  { value: 'seller', label: 'Seller' },
];

interface EditDetailsProps {
  person: PersonPage;
  onChange: () => Promise<unknown>;
  onClose: () => void;
}

const EditDetails = ({ person, onChange, onClose }: EditDetailsProps) => (
  <FormDialog
    title={`Edit ${person.full_name}`}
    confirm="Save"
    schema={personForm}
    initial={{ full_name: person.full_name, company: person.company, kind: person.kind }}
    send={async (values) => {
      await call(updatePerson, { id: person.id }, values);
      return 'Saved.';
    }}
    onChange={onChange}
    onClose={onClose}
  >
    {(form) => (
      <>
        <p className="muted small">Correct what this person entered when they applied.</p>
        <TextField label="Full name" {...form.field('full_name')} />
        <TextField label="Company" {...form.field('company')} />
        <SelectField label="Type" {...form.field('kind')} options={KINDS} />
      </>
    )}
  </FormDialog>
);

const FEATURES = {
  shopify: 'Store connection (Shopify)',
  alternate_routes: 'Alternate routes in the top navigation',
} as const;

interface FeaturesProps {
  person: PersonPage;
  onSave: (changes: object) => Promise<void>;
}

const Features = ({ person, onSave }: FeaturesProps) => (
  <section className="card" aria-label="Features">
    <div className="card-head">
      <h2>Features</h2>
    </div>
    <div className="card-body">
      <div className="stack tight">
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
        <p className="muted small">Changes are saved immediately and apply from this person's next page.</p>
      </div>
    </div>
  </section>
);

const History = ({ person: { history, created_at } }: { person: PersonPage }) => (
  <aside className="aside card" aria-label="History">
    <div className="card-head">
      <h2>History</h2>
    </div>
    <div className="card-body">
      <Timeline
        entries={[
          ...history.map(({ at, actor, action, before, after }, index) => ({
            id: index,
            at,
            title: titleOf({ action, before, after }),
            body: <HistoryEntry actor={actor} before={before} after={after} />,
          })),
          { id: 'applied', at: created_at, title: 'Applied' },
        ]}
      />
    </div>
  </aside>
);

type Entry = PersonPage['history'][number];

/** Flags are stored by name in a list. */
const toText = (value: string) =>
  Object.entries(FEATURES).reduce((text, [flag, label]) => text.replace(flag, label), value);

function textOf(field: string, value: string | null): string | null {
  if (value === null) return null;
  if (field === 'status' && value in LABELS) return LABELS[value as keyof typeof LABELS];
  return toText(value || 'None');
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
