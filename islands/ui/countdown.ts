import { counted } from '../../server/contract/money';

/** Counts `[data-countdown]` down, then follows the page's link as the server's Refresh header would. */
export function watchCountdown() {
  document.addEventListener('turbo:load', () => {
    const shown = document.querySelector<HTMLElement>('[data-countdown]');
    const link = document.querySelector<HTMLAnchorElement>('a[data-countdown-target]');
    if (!shown || !link) return;
    const end = performance.now() + Number(shown.dataset.countdown) * 1000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      shown.textContent = counted(left, 'second');
      if (left > 0 && shown.isConnected) return;
      clearInterval(timer);
      if (shown.isConnected) window.location.assign(link.href);
    }, 250);
  });
}
