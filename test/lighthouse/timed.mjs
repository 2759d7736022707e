import { chromium } from 'playwright-core';
import { signIn } from '../shots/app.mjs';
import { median } from './median.mjs';

const GOALS = { lcp: 1_800, cls: 0.02, tbt: 150, js: 125, css: 20 };
const SETTLED_MS = 2_500;

/** The browser's own slow 4G preset, with four times CPU throttling. */
const slow = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
};

function watch() {
  const seen = { lcp: 0, what: '', cls: 0, tbt: 0 };
  window.seen = seen;
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1);
    const of = last.element;
    seen.lcp = last.startTime;
    seen.what = `${of?.tagName.toLowerCase()}.${of?.className}`.replace(/\.$/, '');
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.cls += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tbt += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
}

const KINDS = { Script: 'js', Stylesheet: 'css' };

async function visit(browser, { origin, path, state }) {
  const context = await browser.newContext({
    baseURL: origin,
    storageState: state,
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  const bytes = { js: 0, css: 0 };
  const kinds = new Map();
  wire.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, KINDS[type]));
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) bytes[kind] += encodedDataLength / 1_024;
  });
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', slow);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watch);
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLED_MS);
  const seen = await page.evaluate(() => window.seen);
  await context.close();
  return { ...seen, ...bytes };
}

/** Returns the medians that miss their goal. */
export async function time({ origin, browser: { executablePath, env } }, { pages, runs }) {
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--headless=new', '--no-sandbox', '--no-zygote', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  const missed = [];
  try {
    const states = { true: await signIn(browser, origin, 'buyer@example.com'), false: undefined };
    console.log('page · LCP ms · CLS · TBT ms · JavaScript KB · CSS KB');
    for (const [name, [path, signedIn]] of pages) {
      const visits = [];
      for (let run = 0; run < runs; run++)
        visits.push(await visit(browser, { origin, path, state: states[signedIn] }));
      const of = Object.fromEntries(
        Object.keys(GOALS).map((what) => [what, median(visits.map((seen) => seen[what]))]),
      );
      const whole = `${Math.round(of.lcp)} · ${of.cls.toFixed(3)} · ${Math.round(of.tbt)} · ${of.js.toFixed(0)} · ${of.css.toFixed(0)}`;
      console.log(`${name} · ${whole}  (${visits[0].what})`);
      const short = Object.keys(GOALS).filter((what) => of[what] > GOALS[what]);
      if (short.length > 0) missed.push(`${name}: ${short.join(', ')} (${whole})`);
    }
  } finally {
    await browser.close();
  }
  return missed;
}
