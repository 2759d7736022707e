import { type ComponentType, useEffect, useState } from 'react';
import { type authModal, currentUser, signIn, signUp } from '../../server/accounts/contract';
import type { PropsOf } from '../../server/contract/island';
import { call } from '../browser/api';
import { loadIsland } from '../browser/island-loader';
import { Modal } from '../ui/modal';

type Content = ComponentType<PropsOf<typeof signIn | typeof signUp>>;

interface Dialog {
  title: string;
  /** Loaded on hover or focus of the link, because of the size of forms and validation. */
  load: () => Promise<Content>;
}

const dialogs: Readonly<Record<string, Dialog>> = {
  '/sign_in': {
    title: 'Sign in',
    load: () => loadIsland(signIn),
  },
  '/sign_up': {
    title: 'Create account',
    load: () => loadIsland(signUp),
  },
};

function findDialogLink({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null;
  const dialog = link?.origin === location.origin ? dialogs[link.pathname] : undefined;
  return link && dialog ? { link, dialog } : null;
}

/** Closes the phone menu, so that the focus can return to its button. */
function closeMenuAround(link: Element) {
  const menu = link.closest('details');
  if (!menu) return;
  menu.querySelector('summary')?.focus();
  menu.open = false;
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey;

/** In another tab, after this page was loaded: its address leads them on. */
const isSignedIn = () =>
  call(currentUser, {}).then(
    ({ user }) => user !== null,
    () => false,
  );

interface Shown {
  title: string;
  Content: Content;
}

function listenToLinks(onShow: (dialog: Shown) => void): () => void {
  const left = new AbortController();
  function fetchEarly(event: Event) {
    // A failed load is retried on click.
    findDialogLink(event)
      ?.dialog.load()
      .catch(() => {});
  }
  function open(event: MouseEvent) {
    const wanted = isPlain(event) ? findDialogLink(event) : null;
    if (!wanted) return;
    event.preventDefault();
    event.stopPropagation();
    const { link, dialog } = wanted;
    closeMenuAround(link);
    Promise.all([dialog.load(), isSignedIn()]).then(
      ([Content, signedIn]) => {
        if (signedIn) location.assign(link.href);
        else if (!left.signal.aborted) onShow({ title: dialog.title, Content });
      },
      () => location.assign(link.href),
    );
  }
  const early = { passive: true, signal: left.signal };
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(sign, fetchEarly, early);
  // In the capture phase, before Turbo handles the click.
  window.addEventListener('click', open, { capture: true, signal: left.signal });
  return () => left.abort();
}

/** Opens sign-in and sign-up links of the home page as dialogs. */
export default function AuthModal(props: PropsOf<typeof authModal>) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => listenToLinks(setShown), []);
  return (
    <Modal
      title={shown?.title ?? ''}
      open={shown !== null}
      onClose={() => setShown(null)}
      className="auth-dialog"
    >
      {shown && <shown.Content titled={false} {...props} />}
    </Modal>
  );
}
