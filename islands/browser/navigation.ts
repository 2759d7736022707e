import { type RefObject, useEffect, useRef } from 'react';
import { ask } from './unsaved-question';

interface Turbo {
  visit(path: string, options: object): void;
  navigator: { history: { currentIndex: number; onPopState: (event: PopStateEvent) => void } };
}

/** Imports Turbo late, because it needs a document. */
const loadedTurbo = () => (window as { Turbo?: Turbo }).Turbo;

export function visit(path: string, { action = 'advance' }: { action?: 'advance' | 'replace' } = {}) {
  const turbo = loadedTurbo();
  if (turbo) turbo.visit(path, { action });
  else window.location.assign(path);
}

const isLoopback = ({ hostname }: { hostname: string }) =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** The sandbox is opened under the page's host name: cookies of 127.0.0.1 are not sent to localhost. */
export function leaveFor(address: string) {
  const to = new URL(address);
  const isHere = isLoopback(to) && isLoopback(location) && to.port === location.port;
  location.assign(isHere ? to.pathname + to.search : address);
}

export const pathParts = () => window.location.pathname.split('/').filter(Boolean);
/** What other pages say in `data-*` of the island's element (docs/islands.md), and ours at a place of their address. */
export const given = (island: string, name: string, place: number | null): string | undefined =>
  document.getElementById(island)?.dataset[name] ?? (place === null ? undefined : pathParts().at(place));

export const givenId = (island: string, name: string, place: number) => Number(given(island, name, place));

export const pathQuery = () => Object.fromEntries(new URLSearchParams(window.location.search));

const QUESTION = { title: 'Leave without saving your changes?', yes: 'Leave Without Saving' };

/** Whether each form on the page has unsaved changes. */
const forms = new Set<RefObject<boolean>>();

const hasUnsaved = () => [...forms].some(({ current }) => current);

/** Asks once for all forms. */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return true;
  if (!(await ask(QUESTION))) return false;
  for (const form of forms) form.current = false;
  return true;
}

function onUnload(event: BeforeUnloadEvent) {
  if (hasUnsaved()) event.preventDefault();
}

async function onVisit(event: Event) {
  if (!hasUnsaved()) return;
  event.preventDefault();
  const { url } = (event as CustomEvent<{ url: string }>).detail;
  if (await mayLeave()) visit(url);
}

/** How far the address is from the page that Turbo shows; undefined for an entry that Turbo has not marked. */
function entriesToShownPage(): number | undefined {
  const index: number | undefined = history.state?.turbo?.restorationIndex;
  const shown = loadedTurbo()?.navigator.history.currentIndex;
  return index === undefined || shown === undefined ? undefined : shown - index;
}

/** After the last of several quick presses of Back or Forward. */
const RETURN_AFTER_MS = 50;

let returnTimer: ReturnType<typeof setTimeout> | undefined;
/** How far Back or Forward leads from the page, while the guard returns to it. */
let wanted = 0;
let isAllowed = false;

function returnToShownPage() {
  returnTimer = undefined;
  const entries = entriesToShownPage();
  if (entries) history.go(entries);
}

async function askOnShownPage() {
  const entries = wanted;
  wanted = 0;
  if (entries === 0 || !(await mayLeave())) return;
  isAllowed = true;
  history.go(entries);
}

/** The address has changed already: hides the event from Turbo, which shows another page then, goes back and asks. */
function onPopState(event: PopStateEvent) {
  const entries = entriesToShownPage();
  if (entries === undefined) return;
  if (entries !== 0 && returnTimer === undefined && (isAllowed || !hasUnsaved())) {
    isAllowed = false;
    return;
  }
  event.stopImmediatePropagation();
  clearTimeout(returnTimer);
  returnTimer = undefined;
  if (entries === 0) return void askOnShownPage();
  wanted = -entries;
  returnTimer = setTimeout(returnToShownPage, RETURN_AFTER_MS);
}

/** Moves Turbo's listener behind ours. Chromium runs a window's listeners in order, capturing or not. */
function listenBeforeTurbo(ours: (event: PopStateEvent) => void) {
  const listener = loadedTurbo()?.navigator.history.onPopState;
  if (listener) window.removeEventListener('popstate', listener);
  window.addEventListener('popstate', ours);
  if (listener) window.addEventListener('popstate', listener);
}

/** Adds a history entry that Turbo takes for the page it shows. */
export const pushSamePage = (address: string, marks: object) =>
  history.pushState({ ...history.state, ...marks }, '', address);

/** Calls back when Back or Forward leads to another entry of the page that is shown, and hides it from Turbo. */
export function useSamePageMoves(onMove: () => void) {
  const latest = useRef(onMove);
  latest.current = onMove;
  useEffect(() => {
    const moved = (event: PopStateEvent) => {
      if (entriesToShownPage() !== 0) return;
      event.stopImmediatePropagation();
      latest.current();
    };
    listenBeforeTurbo(moved);
    return () => window.removeEventListener('popstate', moved);
  }, []);
}

function guard(form: RefObject<boolean>) {
  forms.add(form);
  window.addEventListener('beforeunload', onUnload);
  document.addEventListener('turbo:before-visit', onVisit);
  listenBeforeTurbo(onPopState);
  return () => {
    forms.delete(form);
    if (forms.size === 0) window.removeEventListener('beforeunload', onUnload);
  };
}

/** Warns before leaving a page with unsaved changes. */
export function useUnsaved(changed: boolean) {
  const form = useRef(changed);
  form.current = changed;
  useEffect(() => guard(form), []);
  return () => {
    form.current = false;
  };
}
