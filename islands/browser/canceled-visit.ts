interface FetchResponse {
  readonly responseHTML: Promise<string | undefined>;
}

function isAbort(error: unknown) {
  return error instanceof DOMException && error.name === 'AbortError';
}

// Turbo leaves the rejection of a replaced visit unhandled. The promise never settles: any result would
// make Turbo render that visit.
function withoutAbort(html: Promise<string | undefined>): Promise<string | undefined> {
  return html.catch((error: unknown) => {
    if (isAbort(error)) return new Promise(() => undefined);
    throw error;
  });
}

export function ignoreCanceledVisits() {
  document.addEventListener('turbo:before-fetch-response', (event) => {
    const { fetchResponse } = (event as CustomEvent<{ fetchResponse: FetchResponse }>).detail;
    const readHtml = () => Reflect.get(Object.getPrototypeOf(fetchResponse), 'responseHTML', fetchResponse);
    Object.defineProperty(fetchResponse, 'responseHTML', { get: () => withoutAbort(readHtml()) });
  });
}
