import { type ManageState, VIEW_COOKIE } from '../../server/products/manage/rules';

const YEAR_SECONDS = 31_536_000;

/** A cookie, so that the server prints the page in that view. */
export function rememberView(view: ManageState['view']) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and needs https
  document.cookie = `${VIEW_COOKIE}=${view}; Path=/dashboard; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

export const rememberedView = (): string =>
  new RegExp(`(?:^|; )${VIEW_COOKIE}=([a-z]+)`).exec(document.cookie)?.[1] ?? '';
