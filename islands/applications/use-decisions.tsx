import { useState } from 'react';
import { type ApplicationRow, approve, deny } from '../../server/accounts/applications/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { useLateComponent } from '../browser/use-late-component';
import { subjectOf } from './words';

interface Decision {
  endpoint: typeof approve | typeof deny;
  /** What happened, with the email that left; receives the person as they are now. */
  outcome: (row: ApplicationRow) => string;
}

const APPROVAL: Decision = {
  endpoint: approve,
  outcome: (row) =>
    row.status === 'password_created'
      ? `${subjectOf(row)} approved. We emailed ${row.email} that the account is open.`
      : `${subjectOf(row)} approved. We emailed ${row.email} a link to create a password.`,
};

const DENIAL: Decision = {
  endpoint: deny,
  outcome: (row) => `${subjectOf(row)} denied. We emailed ${row.email}.`,
};

/** Approves and denies people. A denial asks first and shows its email. */
export function useDecisions(refetch: () => Promise<unknown>) {
  const [denying, setDenying] = useState<ApplicationRow | null>(null);
  const { busyWith, run } = useAct<number>();
  const DenyDialog = useLateComponent({
    wanted: denying !== null,
    load: () => import('./DenyDialog').then((loaded) => loaded.DenyDialog),
    onFailure: () => setDenying(null),
  });

  const decide = (row: ApplicationRow, { endpoint, outcome }: Decision) =>
    run(async () => {
      await call(endpoint, { id: row.id }, {}).then(
        (decided) => notify('success', outcome(decided)),
        notifyError('Oops, something went wrong.'),
      );
      await refetch();
    }, row.id);

  const of = (row: ApplicationRow) => ({
    busy: busyWith === row.id,
    onApprove: () => void decide(row, APPROVAL),
    onDeny: () => setDenying(row),
  });
  const confirmation = DenyDialog && denying && (
    <DenyDialog
      row={denying}
      onCancel={() => setDenying(null)}
      onConfirm={() => {
        void decide(denying, DENIAL);
        setDenying(null);
      }}
    />
  );
  return { of, confirmation };
}
