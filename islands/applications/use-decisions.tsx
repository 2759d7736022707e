import { useState } from 'react';
import { type ApplicationRow, approve, deny } from '../../server/accounts/applications/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { useLateComponent } from '../browser/use-late-component';

interface Decision {
  endpoint: typeof approve | typeof deny;
  /** What happened, with the email that left; receives the person as they are now. */
  outcome: (row: ApplicationRow) => string;
}

const APPROVAL: Decision = {
  endpoint: approve,
  outcome: ({ company, email, status }) =>
    status === 'password_created'
      ? `${company} approved. We emailed ${email} that the account is open.`
      : `${company} approved. We emailed ${email} a link to create a password.`,
};

const DENIAL: Decision = {
  endpoint: deny,
  outcome: ({ company, email }) => `${company} denied. We emailed ${email}.`,
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
