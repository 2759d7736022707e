import { useEffect, useRef, useState } from 'react';
import { magicSignIn } from '../../server/accounts/contract';
import { call } from '../kit/api';
import { Button } from '../kit/button';
import { Icon } from '../kit/icon';

const HOME_AFTER_MS = 4_000;

/** The link is used by this call, not by opening its page: mail scanners open pages, too. */
export default function MagicSignIn({ token = '' }: { token?: string }) {
  const asked = useRef(false);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    call(magicSignIn, {}, undefined, { magic_sauce: token }).then(
      () => window.location.replace('/'),
      () => {
        setRefused(true);
        setTimeout(() => window.location.replace('/'), HOME_AFTER_MS);
      },
    );
  }, [token]);
  return (
    <div className="message-page" aria-live="polite">
      <span className={refused ? 'message-mark red' : 'message-mark'}>
        {refused ? <Icon name="warning" /> : <span className="spinner" />}
      </span>
      <h1>{refused ? 'This link does not work any more' : 'Signing you in …'}</h1>
      <p>
        {refused ? 'It has been used or is too old. You are taken home in a moment.' : 'One moment, please.'}
      </p>
      {refused && (
        <div className="button-row">
          <Button tone="primary" size="large" href="/forgot_password">
            Request another link
          </Button>
          <Button size="large" href="/">
            Go Home
          </Button>
        </div>
      )}
      <noscript>Please allow JavaScript: the link is used up by a script, so that nobody else can.</noscript>
    </div>
  );
}
