import type { MagicSignInProps } from '../../server/accounts/contract';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';

type QuestionProps = NonNullable<MagicSignInProps['question']> & { onContinue: () => void };

/** Asks before the link replaces another person's session. */
export function Question({ viewer, owner, onContinue }: QuestionProps) {
  if (!owner)
    return (
      <div className="message-page">
        <span className="message-mark">
          <Icon name="warning" />
        </span>
        <h1>This link has expired</h1>
        <p>
          It has expired or was already used. You’re still signed in as <b>{viewer.email}</b>.
        </p>
        <div className="button-row">
          <Button tone="primary" size="large" href="/">
            Continue as {viewer.name}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="message-page">
      <span className="message-mark">
        <Icon name="user" />
      </span>
      <h1>Continue as {owner.name}?</h1>
      <p>
        This link is for <b>{owner.email}</b>. You’re signed in as <b>{viewer.email}</b>, and will be signed
        out.
      </p>
      <div className="button-row">
        <Button tone="primary" size="large" aria-label={`Continue as ${owner.name}`} onClick={onContinue}>
          Continue
        </Button>
      </div>
    </div>
  );
}
