import type { FormEvent, ReactNode } from 'react';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { NativeFields, type NativeForm } from './native-form';

interface FormState {
  error: string | null;
  ready: boolean;
  isSubmitting: boolean;
  onSubmit: (event: FormEvent) => void;
}

interface HeadingProps {
  title: string;
  lede: string;
  /** false inside a dialog that shows the title. */
  titled?: boolean | undefined;
}

export function AuthHeading({ title, lede, titled = true }: HeadingProps) {
  return (
    <div>
      {titled && <h1>{title}</h1>}
      <p className="auth-lede">{lede}</p>
    </div>
  );
}

interface Props extends HeadingProps {
  form: FormState;
  native: NativeForm;
  submit: string;
  /** Beside the button while it is disabled. */
  reason: string;
  children: ReactNode;
  links?: ReactNode;
  /** Below the form. */
  other?: ReactNode;
  wide?: boolean;
}

export function AuthForm(props: Props) {
  const { title, lede, titled, form, native, submit, reason, children, links, other, wide = false } = props;
  return (
    <div className="auth">
      <div className={wide ? 'auth-card wide' : 'auth-card'}>
        <AuthHeading title={title} lede={lede} titled={titled} />
        <form className="form" noValidate method="post" action={native.action} onSubmit={form.onSubmit}>
          <NativeFields native={native} submit={submit} />
          {children}
          <FormError>{form.error}</FormError>
          <Button
            type="submit"
            tone="primary"
            block
            busy={form.isSubmitting}
            disabled={!form.ready}
            reason={form.isSubmitting ? '' : reason}
          >
            {submit}
          </Button>
        </form>
        {other}
        {links && <p className="auth-links">{links}</p>}
      </div>
    </div>
  );
}
