import { endOtherSignIns, endSignIn, type SignInDocument } from '../../server/accounts/security/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useFocusAfterDelete } from '../browser/focus-after-delete';
import { useAct } from '../browser/use-act';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { FormError } from '../ui/feedback';

interface Props {
  signIns: readonly SignInDocument[];
  onChange: () => Promise<unknown>;
}

const nameOf = ({ device, ip }: SignInDocument) =>
  [device || 'Unknown device', ip].filter(Boolean).join(' · ');

const ALL = 'all';

export function SignIns({ signIns, onChange }: Props) {
  const { busyWith, problem, run } = useAct<string>();
  const heading = useFocusAfterDelete<HTMLHeadingElement>(signIns.length);

  async function end(key: string, act: () => Promise<unknown>, done: string) {
    if (!(await run(act, key))) return;
    notify('success', done);
    await onChange();
  }

  return (
    <section className="section stack">
      <div className="section-head">
        <h2 ref={heading} tabIndex={-1}>
          Where you're signed in
        </h2>
      </div>
      <ul className="sign-ins">
        {signIns.map((signIn) => (
          <SignInRow
            key={signIn.id}
            signIn={signIn}
            busy={busyWith === signIn.id}
            onEnd={() =>
              void end(signIn.id, () => call(endSignIn, { uuid: signIn.id }), `Signed out ${nameOf(signIn)}.`)
            }
          />
        ))}
      </ul>
      <FormError>{problem}</FormError>
      {signIns.some(({ current }) => !current) && (
        <div className="button-row">
          <Button
            busy={busyWith === ALL}
            onClick={() => void end(ALL, () => call(endOtherSignIns, {}), 'Signed out everywhere else.')}
          >
            Sign Out Everywhere Else
          </Button>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  signIn: SignInDocument;
  busy: boolean;
  onEnd: () => void;
}

function SignInRow({ signIn, busy, onEnd }: RowProps) {
  const dates = useDates();
  return (
    <li className="sign-in">
      <div>
        <b>{nameOf(signIn)}</b>
        <p className="muted small">
          {signIn.current ? 'Active now' : `Last seen ${dates.moment(signIn.last_seen_at)}`}
        </p>
      </div>
      {signIn.current ? (
        <Badge tone="green">This device</Badge>
      ) : (
        <Button size="small" busy={busy} aria-label={`Sign Out ${nameOf(signIn)}`} onClick={onEnd}>
          Sign Out
        </Button>
      )}
    </li>
  );
}
