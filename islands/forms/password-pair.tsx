import { Icon } from '../ui/icon';
import { PasswordField } from './text-field';

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
