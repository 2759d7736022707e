import { useState } from 'react';
import { Icon } from '../ui/icon';
import { type Controlled, Field, frame } from './field';

export function PasswordField(props: Controlled & { autoComplete: 'current-password' | 'new-password' }) {
  const { value, onChange, onBlur, autoComplete, autoFocus, disabled, required } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field {...frame(props)}>
      {(a11y) => (
        <div className="input-group">
          <input
            {...a11y}
            className="input"
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            disabled={disabled}
            required={required}
            data-autofocus={autoFocus}
          />
          <button
            type="button"
            className="button icon-only"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  );
}

interface Props {
  password: string;
  field: (name: 'password' | 'confirm_password') => {
    name: string;
    value: string;
    onChange: (value: string) => void;
    onBlur: () => void;
    error: string | undefined;
  };
}

export function PasswordPair({ password, field }: Props) {
  const long = password.length >= 8 && password.length <= 128;
  const first = field('password');
  return (
    <>
      <PasswordField label="Password" autoComplete="new-password" {...first} />
      {!first.error && (
        <ul className="password-rules">
          <li className={long ? 'met' : undefined}>
            <Icon name={long ? 'check' : 'info'} /> 8 to 128 characters
          </li>
          <li>
            <Icon name="info" /> Not a common password
          </li>
        </ul>
      )}
      <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirm_password')} />
    </>
  );
}
