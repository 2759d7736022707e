import { type FormEvent, useState } from 'react';
import { type PersonPage, showPerson, updatePerson } from '../../server/accounts/person-contract';
import { LABELS, TONES } from '../applications/words';
import { changesOf } from '../audit-log/changes';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { CheckField } from '../forms/choice-field';
import { useSubmitDelay } from '../forms/submit-delay';
import { SelectField, TextField } from '../forms/text-field';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { day } from '../ui/dates';
import { Skeleton } from '../ui/skeleton';
import { Timeline } from '../ui/timeline';

/** `password_created` as "Password created". */
const humanize = (name: string) => name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

export default function Person({ person: given }: { person?: PersonPage }) {
  const id = given?.id ?? Number(globalThis.location?.pathname.split('/').at(-1));
  const [person, refetch] = usePreloaded(given, () => call(showPerson, { id }));
  if (!person) return <Skeleton shape="detail" />;
  return <Editor person={person} onChange={refetch} />;
}

function Editor({ person, onChange }: { person: PersonPage; onChange: () => Promise<unknown> }) {
  const [fullName, setFullName] = useState(person.full_name);
  const [company, setCompany] = useState(person.company);
  const [kind, setKind] = useState<string>(person.kind);
  const afterDelay = useSubmitDelay();

  async function change(facts: object) {
    try {
      await call(updatePerson, { id: person.id }, facts);
      notify('success', 'Saved.');
    } catch (error) {
      notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
    }
    await onChange();
  }

  const correct = (event: FormEvent) => {
    event.preventDefault();
    void afterDelay(() => change({ full_name: fullName, company, kind }));
  };

  return (
    <div className="split">
      <div className="stack loose">
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
            <dd>{day(person.created_at)}</dd>
          </div>
          <div>
            <dt>Status</dt>
            <dd>
              <Badge tone={TONES[person.status]}>{LABELS[person.status]}</Badge>
            </dd>
          </div>
        </dl>
        <form className="stack" aria-label="Corrections" onSubmit={correct}>
          <h2>Corrections</h2>
          <TextField label="Full name" name="full_name" value={fullName} onChange={setFullName} />
          <TextField label="Company" name="company" value={company} onChange={setCompany} />
          <SelectField
            label="Kind"
            name="kind"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'buyer', label: 'Buyer' },
              { value: 'seller', label: 'Seller' },
            ]}
          />
          <div>
            <Button type="submit" tone="primary">
              Save
            </Button>
          </div>
        </form>
        <section className="stack" aria-label="Features">
          <h2>Features</h2>
          <CheckField
            asSwitch
            label="Store connection (Shopify)"
            name="shopify"
            checked={person.features.shopify}
            onChange={(shopify) => void change({ features: { shopify } })}
          />
          <CheckField
            asSwitch
            label="Alternate routes in the top navigation"
            name="alternate_routes"
            checked={person.features.alternate_routes}
            onChange={(alternate_routes) => void change({ features: { alternate_routes } })}
          />
        </section>
      </div>
      <aside className="aside">
        <h2>History</h2>
        {person.history.length === 0 && <p className="muted">Nothing yet.</p>}
        <Timeline
          entries={person.history.map(({ at, actor, action, after }, index) => ({
            id: index,
            at,
            title: humanize(action.replace('person.', '')),
            body: (
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
            ),
          }))}
        />
      </aside>
    </div>
  );
}
