import { useState } from 'react';
import {
  type FactorSetup,
  renewCodes,
  type Security,
  setUpFactor,
  turnOffFactor,
} from '../../server/accounts/security/contract';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { useLateComponent } from '../browser/use-late-component';
import { AskedButton } from '../forms/asked-button';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { FormError } from '../ui/feedback';
import { RecoveryCodes } from './RecoveryCodes';

interface Props {
  factor: Security['second_factor'];
  /** Of staff, for whom it opens everything else. */
  isRequired: boolean;
  onChange: () => Promise<unknown>;
}

export function SecondFactor({ factor, isRequired, onChange }: Props) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = async () => {
    setCodes(null);
    // The other pages open only to a new load.
    if (isRequired) window.location.assign('/');
    else await onChange();
  };
  return (
    <section className="section stack">
      <div className="section-head">
        <h2>Two-step verification</h2>
        {factor ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>}
      </div>
      {factor ? (
        <FactorOn factor={factor} onCodes={setCodes} onChange={onChange} />
      ) : (
        <FactorOff onCodes={setCodes} />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => void finish()} />}
    </section>
  );
}

interface PartProps {
  onCodes: (codes: readonly string[]) => void;
}

function FactorOff({ onCodes }: PartProps) {
  const [setup, setSetup] = useState<FactorSetup | null>(null);
  const { busy, problem, run } = useAct();
  const SetUpDialog = useLateComponent({
    wanted: setup !== null,
    load: () => import('./SetUpDialog').then((loaded) => loaded.SetUpDialog),
    onFailure: () => setSetup(null),
  });
  return (
    <>
      <p className="muted">
        With an authenticator app on your phone, a stolen password opens nothing: signing in also takes a
        6-digit code. Some older apps can't ask for a code and won't be able to sign in.
      </p>
      <div className="button-row">
        <Button
          tone="primary"
          busy={busy}
          onClick={() => void run(async () => setSetup(await call(setUpFactor, {})))}
        >
          Set Up Authenticator App
        </Button>
      </div>
      <FormError>{problem}</FormError>
      {setup && SetUpDialog && (
        <SetUpDialog
          setup={setup}
          onClose={() => setSetup(null)}
          onDone={(codes) => {
            setSetup(null);
            onCodes(codes);
          }}
        />
      )}
    </>
  );
}

interface OnProps extends PartProps {
  factor: NonNullable<Security['second_factor']>;
  onChange: () => Promise<unknown>;
}

const codesLeft = (count: number) =>
  count === 1 ? '1 recovery code left' : `${count === 0 ? 'No' : count} recovery codes left`;

function FactorOn({ factor, onCodes, onChange }: OnProps) {
  const dates = useDates();
  const { busy, problem, run } = useAct();
  return (
    <>
      <p className="muted">
        Signing in takes a code from your authenticator app since {dates.day(factor.confirmed_at)}.{' '}
        {codesLeft(factor.recovery_codes_left)} for when you don't have your phone. For a new phone, turn this
        off and set it up again.
      </p>
      <div className="button-row">
        <Button
          busy={busy}
          onClick={() => void run(async () => onCodes((await call(renewCodes, {})).recovery_codes))}
        >
          New Recovery Codes
        </Button>
        <AskedButton
          label="Turn Off"
          name="Turn Off Two-Step Verification"
          title="Turn off two-step verification?"
          act={() => call(turnOffFactor, {})}
          done="Two-step verification is off."
          onChange={onChange}
        >
          Your password alone will sign you in. Your recovery codes stop working.
        </AskedButton>
      </div>
      <FormError>{problem}</FormError>
    </>
  );
}
