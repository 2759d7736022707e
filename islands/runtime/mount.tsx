import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { fromJson } from '../../server/contract/json';
import { Boundary } from '../ui/boundary';
import { keepEarlyClicks, replayClicks } from './early-clicks';
import { adoptEarlyInput, keepRefilled } from './early-input';
import type { Filled } from './registry';

const mounted = new Map<HTMLElement, { root: Root; html: string }>();

/** From now on the island answers to events; what came too early is made up for. */
function answer(element: HTMLElement) {
  const typeAgain = adoptEarlyInput(element);
  queueMicrotask(() => {
    element.dataset.ready = '';
    typeAgain();
    replayClicks(element);
  });
}

async function mountOne({ id, load }: Filled) {
  const element = document.getElementById(id);
  if (!element || mounted.has(element)) return;
  const { default: Component } = await load();
  // Turbo may have left the page meanwhile.
  if (!element.isConnected || mounted.has(element)) return;
  for (const fallback of element.querySelectorAll('noscript.native-submit')) fallback.remove();
  const html = element.innerHTML;
  keepRefilled(element);
  const props = fromJson(element.dataset.props ?? '{}') as Record<string, unknown>;
  const content = (
    <Boundary onReady={() => answer(element)}>
      <Component {...props} />
    </Boundary>
  );
  const options = {
    identifierPrefix: `${id}-`,
    // Left before it had arrived, an island complains that it cannot be what it no longer has to be.
    onRecoverableError: (error: unknown) => {
      if (mounted.has(element)) reportError(error);
    },
  };
  if (element.dataset.rendered !== undefined) {
    // In slices: a long list must not keep a slow phone from scrolling.
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
    // What the server wrote, or Turbo's snapshot of the page would be empty.
    element.innerHTML = html;
  }
}

/** Finds the islands' elements by their ids, on every page that Turbo shows, and cares for nothing else. */
export function mount(islands: readonly Filled[]) {
  keepEarlyClicks();
  document.addEventListener('turbo:load', () => {
    for (const island of islands) {
      mountOne(island).catch((error: unknown) =>
        console.error(`The island ${island.id} could not be loaded`, error),
      );
    }
  });
  // before-cache does not fire on pages that are not cached.
  document.addEventListener('turbo:before-cache', unmountAll);
  document.addEventListener('turbo:before-render', unmountAll);
}
