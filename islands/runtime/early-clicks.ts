const kept = new Map<Element, HTMLButtonElement>();

export function keepEarlyClicks() {
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      const island = button?.closest('[data-rendered]:not([data-ready])');
      if (button && island) kept.set(island, button);
    },
    { capture: true },
  );
}

export function replayClicks(island: Element) {
  const button = kept.get(island);
  kept.delete(island);
  if (button?.isConnected) button.click();
}
