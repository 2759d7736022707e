import { type ReactNode, useEffect, useRef, useState } from 'react';
import { logout, magicSignIn, type magicSignInIsland } from '../../server/accounts/contract';
import type { PropsOf } from '../../server/contract/island';
import { clearAccountValues } from '../browser/account-store';
import { notifyAfterLoad } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { setSessionChanging } from '../browser/session-change';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { LinkNotice } from './LinkNotice';

const EXPIRED = 'This sign-in link has expired or was already used.';

/** The service is busy or unreachable; the link may still be valid. */
const mayWorkLater = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500;

async function clearUser() {
  await call(logout, {}).catch(() => undefined);
  clearAccountValues();
  notifyAfterLoad('error', EXPIRED, { href: '/forgot_password', text: 'Request Another Link' });
  // A full page load, because the session ended.
  window.location.replace('/');
}

/** Uses the link by a call, because mail scanners open pages. */
export default function MagicSignIn({ token = '', question = null }: PropsOf<typeof magicSignInIsland>) {
  const { asking, failed, code, signIn } = useMagicSignIn(token, question !== null);
  if (code) return code;
  if (question && asking) return <LinkNotice {...question} onContinue={() => void signIn()} />;
  return (
    <div className="message-page" aria-live="polite">
      <span className={failed ? 'message-mark red' : 'message-mark'}>
        {failed ? <Icon name="warning" /> : <span className="spinner" />}
      </span>
      <h1>{failed ? "We couldn't sign you in" : 'Signing you in…'}</h1>
      <p>{failed ? 'Check your connection and try again.' : 'This takes a moment.'}</p>
      {failed && (
        <div className="button-row">
          <Button tone="primary" size="large" onClick={() => void signIn()}>
            Try Again
          </Button>
        </div>
      )}
      <noscript>Turn on JavaScript to sign in with this link.</noscript>
    </div>
  );
}

function useMagicSignIn(token: string, asksFirst: boolean) {
  const started = useRef(false);
  const [asking, setAsking] = useState(asksFirst);
  const [failed, setFailed] = useState(false);
  const [code, setCode] = useState<ReactNode>(null);

  async function signIn() {
    setAsking(false);
    setFailed(false);
    setSessionChanging(true);
    try {
      await call(magicSignIn, {}, undefined, { magic_sauce: token });
      window.location.replace('/');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor_required') {
        const loaded = await import('../sign-in-code/second-step').catch(() => null);
        return loaded ? setCode(loaded.secondStep(error, { returnTo: '/' })) : setFailed(true);
      }
      if (!mayWorkLater(error)) return clearUser();
      setSessionChanging(false);
      setFailed(true);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (asksFirst || started.current) return;
    started.current = true;
    void signIn();
  }, []);

  return { asking, failed, code, signIn };
}
