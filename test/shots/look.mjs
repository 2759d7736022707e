import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Harmless messages of Chromium. */
const harmless = [/favicon/, /Download the React DevTools/];

/** A browser window of one width and scheme, signed in as one person. */
export const windowOf = (browser, { url, state, width, scheme }) =>
  browser.newContext({
    baseURL: url,
    storageState: state,
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: scheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
    hasTouch: width < 600,
    isMobile: width < 600,
  });

/** Opens one page; returns its screenshot and its errors. */
export async function look(context, { path, act, text = 100 }) {
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => {
    const text = message.text();
    // Provoked by the act.
    if (act && /Failed to load resource/.test(text)) return;
    if (['error', 'warning'].includes(message.type()) && !harmless.some((known) => known.test(text)))
      faults.push(`console: ${text.slice(0, 300)}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  try {
    const answer = await page.goto(path, { waitUntil: 'load' });
    if ((answer?.status() ?? 0) >= 500) faults.push(`status ${answer?.status()}`);
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {});
    if (text !== 100)
      await page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`;
      }, text);
    if (act) await act(page).catch((error) => faults.push(`act: ${error.message.split('\n')[0]}`));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForTimeout(100);
    faults.push(...(await measure(page)));
    faults.push(...(await violations(page)));
    // Overlays are captured in the window.
    const isOver = (await page.locator('dialog[open], .menu:visible, .bulk-bar, .bulk-result').count()) > 0;
    const picture = await (isOver ? page.screenshot({ animations: 'disabled' }) : wholePage(page));
    return { picture, faults: faults.filter((fault) => path !== '/no/such/page' || !/404/.test(fault)) };
  } catch (error) {
    return { picture: null, faults: [...faults, `failed: ${error.message.split('\n')[0]}`] };
  } finally {
    await page.close();
  }
}

/** A full-page screenshot drops touch emulation: a phone's window is made tall enough instead. */
async function wholePage(page) {
  // Moves sticky elements to the top of the page.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const { width, height } = page.viewportSize();
  if (width >= 600) return page.screenshot({ fullPage: true, animations: 'disabled' });
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), 12_000) });
  return page.screenshot({ animations: 'disabled' });
}

async function violations(page) {
  // Over the protocol, so that the page's policy stays in force.
  await page.evaluate(axe);
  const found = await page.evaluate(() => {
    // Cards that are not laid out yet have estimated sizes: axe would compare places that are not theirs.
    const whole = new CSSStyleSheet();
    whole.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(whole);
    return window.axe
      .run(document, {
        runOnly: [
          ...['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
          // Emails have no landmarks.
          ...(document.querySelector('.outer') ? [] : ['best-practice']),
        ],
        // Preloading adds inline styles, which the pages' policy refuses.
        preload: false,
      })
      .then(({ violations: all }) =>
        all.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map(({ target }) => target.join(' '))
              .join(' | ')}`,
        ),
      );
  });
  return found.map((fault) => `axe ${fault}`);
}

/** Horizontal scrolling, clipped words, targets under 24 px. */
const measure = (page) =>
  page.evaluate(() => {
    const faults = [];
    const beyond = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (beyond > 1) faults.push(`scrolls sideways by ${beyond} px`);
    const name = (element) =>
      `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(element.textContent ?? '').trim().slice(0, 30)}"`;
    // Visually hidden as a whole.
    const isUnseen = (element) =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isUnseen(element.parentElement));
    for (const element of document.querySelectorAll(
      'button, .button, .badge, th, dt, dd, h1, h2, h3, legend, label',
    )) {
      const style = getComputedStyle(element);
      if (isUnseen(element) || style.textOverflow === 'ellipsis' || !element.checkVisibility()) continue;
      if (
        style.overflow === 'visible' &&
        element.scrollWidth > element.clientWidth + 2 &&
        element.clientWidth > 0 &&
        style.display !== 'inline'
      )
        faults.push(`text leaves its box: ${name(element)}`);
    }
    for (const element of document.querySelectorAll(
      'button, a.button, input:not([type=hidden]), select, summary',
    )) {
      if (
        !element.checkVisibility() ||
        element.closest('.visually-hidden') ||
        element.classList.contains('visually-hidden')
      )
        continue;
      const { width, height } = element.getBoundingClientRect();
      if (width > 0 && (width < 20 || height < 20) && !element.closest('label, .choice, .filter-option'))
        faults.push(`small target ${Math.round(width)}×${Math.round(height)}: ${name(element)}`);
    }
    return faults;
  });
