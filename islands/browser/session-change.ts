import { shownUserId } from './api';

let changing = false;

/** While the session is replaced, calls of the previous one answer 401. */
export const sessionIsChanging = () => changing;

export function setSessionChanging(isChanging: boolean) {
  changing = isChanging;
}

const signOuts = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sign-outs'));

/** To the other tabs of this browser. */
export function announceSignOut() {
  const channel = signOuts();
  channel?.postMessage(null);
  channel?.close();
}

/** Loads a page that shows an account again after a sign-out in another tab: its data is no longer for this browser. */
export function followSignOuts() {
  signOuts()?.addEventListener('message', () => {
    // The tab that signs out hears itself, and leads home.
    if (shownUserId() && !changing) window.location.reload();
  });
}
