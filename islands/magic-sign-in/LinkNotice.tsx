import type { MagicSignInProps } from '../../server/accounts/contract';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';

type LinkQuestion = NonNullable<MagicSignInProps['question']>;

export const LinkNotice = ({ viewer, owner, onContinue }: LinkQuestion & { onContinue: () => void }) =>
  owner ? <Replacing viewer={viewer} owner={owner} onContinue={onContinue} /> : <Expired viewer={viewer} />;

const Expired = ({ viewer }: Pick<LinkQuestion, 'viewer'>) => (
  <div className="message-page">
    <span className="message-mark">
      <Icon name="warning" />
    </span>
    <h1>This link has expired</h1>
    <p>
      It has expired or was already used. You're still signed in as <b>{viewer.email}</b>.
    </p>
    <div className="button-row">
      <Button tone="primary" size="large" href="/">
        Continue as {viewer.name}
      </Button>
    </div>
  </div>
);

interface ReplacingProps {
  viewer: LinkQuestion['viewer'];
  owner: NonNullable<LinkQuestion['owner']>;
  onContinue: () => void;
}

const Replacing = ({ viewer, owner, onContinue }: ReplacingProps) => (
  <div className="message-page">
    <span className="message-mark">
      <Icon name="user" />
    </span>
    <h1>Continue as {owner.name}?</h1>
    <p>
      This link is for <b>{owner.email}</b>. You're signed in as <b>{viewer.email}</b>, and will be signed
      out.
    </p>
    <div className="button-row">
      <Button tone="primary" size="large" aria-label={`Continue as ${owner.name}`} onClick={onContinue}>
        Continue
      </Button>
    </div>
  </div>
);
