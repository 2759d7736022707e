import { shownUserId } from './api';
import { sessionIsChanging } from './session-change';
import { readTab, tabNames, writeTab } from './store';

const PREFIX = 'account ';

const ownPrefix = () => `${PREFIX}${shownUserId() ?? 'visitor'} `;

/** A value that this tab keeps for the signed-in account, over reloads and an expired session. */
export const readAccountValue = <Value>(name: string) => readTab<Value>(ownPrefix() + name);

/** null removes the value. During a sign-out nothing is kept, as it would outlive the sign-out. */
export function writeAccountValue(name: string, value: unknown) {
  if (value === null || !sessionIsChanging()) writeTab(ownPrefix() + name, value);
}

/** For a sign-out: another person may use the tab next. Keeps what begins with `kept`. */
export function clearAccountValues(kept?: string) {
  for (const key of tabNames())
    if (key.startsWith(PREFIX) && !(kept && key.startsWith(kept))) writeTab(key, null);
}

/** Removes what another account left. A signed-out page keeps it for the person whose session expired. */
export function clearOtherAccounts() {
  if (shownUserId()) clearAccountValues(ownPrefix());
}
