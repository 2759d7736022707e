import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { fromJson } from '../../server/contract/json';
import { reportToServer } from '../browser/error-reports';
import { provideIslands } from '../browser/island-loader';
import { Boundary } from '../ui/boundary';
import { keepEarlyClicks, replayClicks } from './early-clicks';
import { adoptEarlyInput, keepRefilled } from './early-input';
import type { LoadableIsland } from './registry';

const mounted = new Map<HTMLElement, { root: Root; html: string }>();

function answer(element: HTMLElement) {
  const typeAgain = adoptEarlyInput(element);
  queueMicrotask(() => {
    element.dataset.ready = '';
    typeAgain();
    replayClicks(element);
  });
}

async function mountOne({ id, load }: LoadableIsland) {
  const element = document.getElementById(id);
  if (!element || mounted.has(element)) return;
  const props = fromJson(element.dataset.props ?? '{}') as Record<string, unknown>;
  const Component = await load(props);
  if (!element.isConnected || mounted.has(element)) return;
  for (const fallback of element.querySelectorAll('noscript.native-submit')) fallback.remove();
  const html = element.innerHTML;
  keepRefilled(element);
  const content = (
    <Boundary onReady={() => answer(element)}>
      <Component {...props} />
    </Boundary>
  );
  const options = {
    identifierPrefix: `${id}-`,
    onCaughtError: (error: unknown) => {
      console.error(error);
      reportToServer(error);
    },
    onRecoverableError: (error: unknown) => {
      if (mounted.has(element)) reportError(error);
    },
  };
  if (element.dataset.rendered !== undefined) {
    // A transition is interruptible, so long lists do not block scrolling on slow phones.
    startTransition(() => {
      mounted.set(element, { root: hydrateRoot(element, content, options), html });
    });
  } else {
    const root = createRoot(element, options);
    root.render(content);
    mounted.set(element, { root, html });
  }
}

function unmountAll() {
  for (const [element, { root, html }] of mounted) {
    mounted.delete(element);
    root.unmount();
    delete element.dataset.ready;
    // Restores the server's HTML; otherwise Turbo's snapshot of the page would be empty.
    element.innerHTML = html;
  }
}

export function mount(islands: readonly LoadableIsland[]) {
  keepEarlyClicks();
  provideIslands(async (wanted) => {
    const found = islands.find(({ id }) => id === wanted);
    if (!found) throw new Error(`There is no island ${wanted}`);
    return found.load();
  });
  document.addEventListener('turbo:load', () => {
    for (const island of islands) {
      mountOne(island).catch((error: unknown) =>
        console.error(`The island ${island.id} could not be loaded`, error),
      );
    }
  });
  // turbo:before-cache does not fire on uncached pages.
  document.addEventListener('turbo:before-cache', unmountAll);
  document.addEventListener('turbo:before-render', unmountAll);
}
