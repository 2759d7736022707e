import type { ProofMethod } from '../../server/accounts/security/contract';
import { Button } from '../ui/button';
import { type Controlled, TextField } from './field';
import { PasswordField } from './password-field';

const CODES = {
  code: {
    label: '6-digit code',
    hint: 'From your authenticator app.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery_code: {
    label: 'Recovery code',
    hint: 'One of the codes you saved. Each works once.',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

/** The field of what proves who one is. */
export function ProofField({ method, ...field }: Omit<Controlled, 'label'> & { method: ProofMethod }) {
  return method === 'password' ? (
    <PasswordField {...field} label="Password" autoComplete="current-password" />
  ) : (
    <TextField {...field} {...CODES[method]} />
  );
}

const OTHERS = {
  code: { method: 'recovery_code', label: 'Use a Recovery Code' },
  recovery_code: { method: 'code', label: 'Use Your Authenticator App' },
} as const;

interface OtherProps {
  method: ProofMethod;
  onOther: (method: ProofMethod) => void;
}

/** Changes between a code and a recovery code. */
export function OtherProof({ method, onOther }: OtherProps) {
  if (method === 'password') return null;
  const other = OTHERS[method];
  return (
    <div>
      <Button
        tone="link"
        size="small"
        // The field would lose the focus, and its error move this button away from the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onOther(other.method)}
      >
        {other.label}
      </Button>
    </div>
  );
}
