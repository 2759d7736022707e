import { type ReactNode, useState } from 'react';
import {
  type AcceptInvitationProps,
  acceptInvitation,
  type acceptInvitationIsland,
} from '../../server/accounts/company/contract';
import { limitsText, roleLines, rolePhrases } from '../../server/accounts/company/rules';
import { joinForm } from '../../server/accounts/company/schema';
import type { PropsOf } from '../../server/contract/island';
import { notifyAfterLoad } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { AuthForm, AuthHeading } from '../forms/auth-form';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { PasswordPair } from '../forms/password-field';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { Icon } from '../ui/icon';

type Invitation = NonNullable<AcceptInvitationProps['invitation']>;

interface Props {
  token: string;
  invitation: Invitation;
}

export default function AcceptInvitation({
  token = '',
  invitation = null,
  isSignedIn = false,
}: PropsOf<typeof acceptInvitationIsland>) {
  if (!invitation) return <Ended isSignedIn={isSignedIn} />;
  if (!invitation.blockers) return <JoinForm token={token} invitation={invitation} />;
  if (invitation.blockers.length === 0) return <MoveCard token={token} invitation={invitation} />;
  return <Blocked invitation={invitation} blockers={invitation.blockers} isSignedIn={isSignedIn} />;
}

const Ended = ({ isSignedIn }: Pick<AcceptInvitationProps, 'isSignedIn'>) => (
  <div className="message-page">
    <span className="message-mark">
      <Icon name="warning" />
    </span>
    <h1>This invitation has ended</h1>
    <p>This invitation has expired or was withdrawn. Ask for a new one.</p>
    {!isSignedIn && <p>If you already joined, sign in.</p>}
    <div className="button-row">
      {!isSignedIn && (
        <Button tone="primary" href="/sign_in">
          Sign In
        </Button>
      )}
      <Button tone={isSignedIn ? 'primary' : undefined} href="/">
        Go to the Home Page
      </Button>
    </div>
  </div>
);

function ledeOf({ inviter, role, limits, email, company }: Invitation) {
  const most = limitsText(limits);
  return `${inviter} invited ${email} to join ${company} as ${rolePhrases[role]}: ${roleLines[role]}.${most && ` Limits: ${most}.`}`;
}

const SignedInNote = ({ viewer }: Pick<Invitation, 'viewer'>) =>
  viewer && (
    <p className="muted small">
      You're signed in as <b>{viewer}</b>, and will be signed out.
    </p>
  );

/** A full page load, because the session changed. */
function goHome(company: string) {
  notifyAfterLoad('success', `You joined ${company}.`);
  window.location.assign('/');
}

function JoinForm({ token, invitation }: Props) {
  const form = useForm({
    schema: joinForm,
    initial: { full_name: '', password: '', confirm_password: '' },
    submit: async (values) => {
      await call(acceptInvitation, {}, { token, ...values });
      goHome(invitation.company);
    },
  });
  return (
    <AuthForm
      title={`Join ${invitation.company}`}
      lede={ledeOf(invitation)}
      form={form}
      native={{ action: acceptInvitation.path, root: 'invitation', fields: { token } }}
      submit="Join"
      reason="Enter your name and the same password twice to continue."
      other={<SignedInNote viewer={invitation.viewer} />}
    >
      <TextField label="Full name" autoComplete="name" {...form.field('full_name')} />
      <PasswordPair password={form.values.password} field={form.field} />
    </AuthForm>
  );
}

function MoveCard({ token, invitation }: Props) {
  const { busy, problem, run } = useAct();
  const [code, setCode] = useState<ReactNode>(null);
  const { company, viewer } = invitation;
  async function move() {
    try {
      await call(acceptInvitation, {}, { token });
      goHome(company);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
      const { secondStep } = await import('../sign-in-code/second-step');
      setCode(secondStep(error, { returnTo: '/', onSignedIn: () => goHome(company) }));
    }
  }
  if (code) return code;
  return (
    <div className="auth">
      <div className="auth-card">
        <AuthHeading title={`You were invited to ${company}`} lede={ledeOf(invitation)} />
        <p>
          Your account moves to {company}. You keep your password; what you did before stays with your old
          company.
        </p>
        <FormError>{problem}</FormError>
        <Button tone="primary" block busy={busy} onClick={() => void run(move)}>
          {`Move to ${company}`}
        </Button>
        <noscript>Turn on JavaScript to move your account.</noscript>
        <SignedInNote viewer={viewer} />
      </div>
    </div>
  );
}

interface BlockedProps extends Pick<AcceptInvitationProps, 'isSignedIn'> {
  invitation: Invitation;
  blockers: readonly string[];
}

function Blocked({ invitation, blockers, isSignedIn }: BlockedProps) {
  const { company, email, viewer } = invitation;
  return (
    <div className="auth">
      <div className="auth-card">
        <AuthHeading title={`You were invited to ${company}`} lede={ledeOf(invitation)} />
        <p>The account of {email} can't move yet:</p>
        <ul>
          {blockers.map((blocker) => (
            <li key={blocker}>{blocker}</li>
          ))}
        </ul>
        <p className="muted small">Finish this first, then open the link in your email again.</p>
        {viewer && (
          <p className="muted small">
            You're signed in as <b>{viewer}</b>. Sign out, then sign in as {email}.
          </p>
        )}
        <Button tone="primary" block href={isSignedIn ? '/' : '/sign_in'}>
          {isSignedIn ? 'Go to the Home Page' : 'Sign In'}
        </Button>
      </div>
    </div>
  );
}
