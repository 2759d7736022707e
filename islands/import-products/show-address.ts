/** Keeps the address current, so that leaving and returning resumes here. */
export const showAddress = (path: string) => history.replaceState(history.state, '', path);
