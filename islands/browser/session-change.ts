let changing = false;

/** While a call replaces the session, what the old one could ask for answers 401. */
export const sessionIsChanging = () => changing;

export function setSessionChanging(isChanging: boolean) {
  changing = isChanging;
}
