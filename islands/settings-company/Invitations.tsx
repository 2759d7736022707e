import {
  type Invitation,
  resendInvitation,
  withdrawInvitation,
} from '../../server/accounts/company/contract';
import { roleLabels } from '../../server/accounts/company/rules';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { limitsCell } from '../ui/limits';
import { Table } from '../ui/table';

interface Props {
  invitations: readonly Invitation[];
  onChange: () => Promise<unknown>;
}

const roleText = ({ role, order_limit_cents, month_limit_cents }: Invitation) =>
  [roleLabels[role], limitsCell({ order_cents: order_limit_cents, month_cents: month_limit_cents })]
    .filter(Boolean)
    .join(' · ');

export function Invitations({ invitations, onChange }: Props) {
  const { shortDay } = useDates();
  const { busyWith, run } = useAct<string>({ onError: notifyError() });
  const act = (key: string, send: () => Promise<unknown>, done: string) =>
    void run(async () => {
      await send();
      notify('success', done);
      await onChange();
    }, key);
  const buttons = ({ id, email }: Invitation) => (
    <div className="button-row">
      <Button
        size="small"
        aria-label={`Resend the invitation of ${email}`}
        busy={busyWith === `resend ${id}`}
        onClick={() =>
          act(`resend ${id}`, () => call(resendInvitation, { id }, {}), `Invitation sent to ${email}.`)
        }
      >
        Resend
      </Button>
      <Button
        size="small"
        tone="quiet"
        aria-label={`Withdraw the invitation of ${email}`}
        busy={busyWith === `withdraw ${id}`}
        onClick={() => act(`withdraw ${id}`, () => call(withdrawInvitation, { id }), 'Invitation withdrawn.')}
      >
        Withdraw
      </Button>
    </div>
  );
  const expiryCell = ({ expires_at }: Invitation) => (
    <>
      <span className="line-only">Expires </span>
      {shortDay(expires_at)}
    </>
  );
  return (
    <section className="section">
      <div className="section-head">
        <h2>{`Invitations (${invitations.length})`}</h2>
      </div>
      <Table
        caption="Open invitations"
        lines
        rows={invitations}
        rowKey={({ id }) => id}
        columns={[
          { key: 'email', head: 'Email', rowHead: true, cell: ({ email }) => email },
          { key: 'role', head: 'Role', line: 'badge', cell: roleText },
          { key: 'by', head: 'Invited by', cell: ({ invited_by }) => invited_by.name },
          { key: 'expires', head: 'Expires', line: 'fact', cell: expiryCell },
          { key: 'actions', head: 'Actions', headHidden: true, num: true, line: 'actions', cell: buttons },
        ]}
      />
    </section>
  );
}
