import { useState } from 'react';
import type { PersonPage } from '../../server/accounts/contract';
import { resetFactor } from '../../server/accounts/security/contract';
import { resetFactorForm } from '../../server/accounts/security/schema';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';

interface Props {
  person: PersonPage;
  onChange: () => Promise<unknown>;
}

export function SecondFactor({ person, onChange }: Props) {
  const [isAsked, setAsked] = useState(false);
  const dates = useDates();
  return (
    <section className="card" aria-label="Two-step verification">
      <div className="card-head">
        <h2>Two-step verification</h2>
        {person.second_factor ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>}
      </div>
      {person.second_factor && (
        <div className="card-body stack tight">
          <p className="muted small">Reset it only for a person who lost both phone and recovery codes.</p>
          <div>
            <Button size="small" onClick={() => setAsked(true)}>
              Reset Two-Step Verification
            </Button>
          </div>
        </div>
      )}
      {isAsked && (
        <FormDialog
          title={`Reset two-step verification of ${person.full_name}?`}
          confirm="Reset Two-Step Verification"
          schema={resetFactorForm}
          initial={{ reason: '' }}
          send={async (values) => {
            const { due_at } = await call(resetFactor, { id: person.id }, values);
            return `Two-step verification will be off on ${dates.moment(due_at)}.`;
          }}
          onChange={onChange}
          onClose={() => setAsked(false)}
        >
          {(form) => (
            <>
              <p>It works in 24 hours. We email {person.email} now, with a link that cancels it.</p>
              <TextField label="Reason" {...form.field('reason')} autoFocus />
            </>
          )}
        </FormDialog>
      )}
    </section>
  );
}
