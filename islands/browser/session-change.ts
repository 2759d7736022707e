import { writeTab } from './store';

let changing = false;

/** While the session is replaced, calls of the previous one answer 401. */
export const sessionIsChanging = () => changing;

export function setSessionChanging(isChanging: boolean) {
  changing = isChanging;
}

/** The name in sessionStorage of texts that the signed-in account has not sent yet. */
export const ACCOUNT_TEXTS = 'account-texts';

/** For a sign-out: another person may use the tab next. */
export const clearAccountTexts = () => writeTab(ACCOUNT_TEXTS, null);
