import type { ConsoleMessage, Page, Response } from 'playwright-core';

const faults: string[] = [];

/** React reports hydration mismatches as errors or warnings, by version and build. */
const HYDRATION = /hydrat|did not match|server rendered|Minified React error/i;
const PARTS = new Set(['script', 'stylesheet', 'font', 'image']);

/** Duplicates a response that `isWrongResponse` checks. */
const isEcho = (text: string) =>
  text.startsWith('Failed to load resource: the server responded with a status of');

const isFault = (message: ConsoleMessage) =>
  (message.type() === 'error' && !isEcho(message.text())) ||
  (message.type() === 'warning' && HYDRATION.test(message.text()));

/** Refused forms are fine; server errors, missing assets and requests without a session are not. */
function isWrongResponse(response: Response) {
  const status = response.status();
  const request = response.request();
  if (status >= 500) return true;
  if (status >= 400 && PARTS.has(request.resourceType())) return true;
  return status === 401 && request.method() === 'GET' && request.resourceType() !== 'document';
}

/** Records errors for `failOnFaults`. Policy violations are console errors. */
export function watch(page: Page, expected: readonly RegExp[]) {
  const note = (fault: string) => {
    if (!expected.some((pattern) => pattern.test(fault))) faults.push(`${fault}\n    on ${page.url()}`);
  };
  page.on('console', (message) => {
    if (isFault(message)) note(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`page error: ${error.stack || `${error.name}: ${error.message}`}`));
  page.on('response', (response) => {
    if (isWrongResponse(response))
      note(`${response.status()} for ${response.request().method()} ${response.url()}`);
  });
}

export function failOnFaults() {
  const noted = faults.splice(0);
  if (noted.length > 0)
    throw new Error(`The page is not clean:\n${noted.map((fault) => `  ${fault}`).join('\n')}`);
}
