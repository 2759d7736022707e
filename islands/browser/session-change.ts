let changing = false;

/** While the session is replaced, calls of the previous one answer 401. */
export const sessionIsChanging = () => changing;

export function setSessionChanging(isChanging: boolean) {
  changing = isChanging;
}
