import { useEffect, useRef, useState } from 'react';
import { magicSignIn } from '../../server/accounts/contract';
import { call } from '../kit/api';

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
        setTimeout(() => window.location.replace('/'), 4_000);
      },
    );
  }, [token]);
  return (
    <div className="message-page" aria-live="polite">
      <h1>{refused ? 'This link does not work any more' : 'Signing you in …'}</h1>
      <p>
        {refused
          ? 'It has been used or is too old. Ask for a new one on the sign-in page.'
          : 'One moment, please.'}
      </p>
      <noscript>Please allow JavaScript: the link is used up by a script, so that nobody else can.</noscript>
    </div>
  );
}
