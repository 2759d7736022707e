import { useState } from 'react';
import type { signUp } from '../../server/accounts/contract';
import type { PropsOf } from '../../server/contract/island';
import { visit } from '../browser/navigation';
import { AuthHeading } from '../forms/auth-form';
import { RadioCards } from '../forms/choice-field';
import { NativeSubmit } from '../forms/native-form';
import { Button } from '../ui/button';

/** Not a formik form: one radio that leads to the next page. */
export default function SignUp({ titled }: PropsOf<typeof signUp>) {
  const [choice, setChoice] = useState('');
  return (
    <div className="auth">
      <div className="auth-card wide">
        <AuthHeading
          title="Create Account"
          lede="Choose one. You'll tell us about your business next."
          titled={titled}
        />
        <form
          className="form"
          action="/sign_up"
          onSubmit={(event) => {
            event.preventDefault();
            if (choice) visit(`/sign_up/${choice}`);
          }}
        >
          <NativeSubmit submit="Next" />
          <RadioCards
            legend="I want to"
            name="kind"
            value={choice}
            onChange={setChoice}
            options={[
              { value: 'buy', label: 'Buy', hint: 'Find surplus stock at up to 95% off MSRP.', icon: 'cart' },
              { value: 'sell', label: 'Sell', hint: 'Turn inventory into cash.', icon: 'tag' },
            ]}
          />
          <Button
            type="submit"
            tone="primary"
            block
            disabled={choice === ''}
            reason="Choose Buy or Sell to continue."
          >
            Next
          </Button>
        </form>
        <p className="auth-links">
          <a href="/sign_in">Sign In Instead</a>
        </p>
      </div>
    </div>
  );
}
