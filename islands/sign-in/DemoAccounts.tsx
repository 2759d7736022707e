import type { FormEvent } from 'react';
import { type DemoAccount, login } from '../../server/accounts/contract';
import { useAct } from '../browser/use-act';
import { HiddenFields } from '../forms/native-form';
import { FormError } from '../ui/feedback';
import { Icon } from '../ui/icon';

interface Props {
  accounts: readonly DemoAccount[];
  returnTo: string;
  enter: (user: { email: string; password: string }) => Promise<void>;
}

/** A form each, which also a click before the scripts are there sends. */
export function DemoAccounts({ accounts, returnTo, enter }: Props) {
  const { busyWith, problem, submit } = useAct<string>();
  const send = (event: FormEvent, { email, password }: DemoAccount) => {
    event.preventDefault();
    void submit(() => enter({ email, password }), email);
  };
  return (
    <section className="demo-accounts" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">Try the demo as</h2>
      <ul>
        {accounts.map((account) => {
          const { email, password, who } = account;
          const native = {
            action: login.path,
            root: 'user',
            fields: { return_to: returnTo, email, password },
          };
          return (
            <li key={email}>
              <form method="post" action={native.action} onSubmit={(event) => send(event, account)}>
                <HiddenFields native={native} />
                <button type="submit" aria-disabled={busyWith !== null}>
                  <b>{who}</b>
                  <span>{busyWith === email ? 'Signing in…' : email}</span>
                  <Icon name="chevron-right" />
                </button>
              </form>
            </li>
          );
        })}
      </ul>
      <FormError>{problem}</FormError>
    </section>
  );
}
