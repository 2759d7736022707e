interface FetchResponse {
  readonly responseHTML: Promise<string | undefined>;
}

function isAbort(error: unknown) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * A visit that another click replaces stops reading its page, and Turbo leaves that rejection unhandled. Never
 * settling is right here: any result would make Turbo render the replaced visit.
 */
function withoutAbort(html: Promise<string | undefined>): Promise<string | undefined> {
  return html.catch((error: unknown) => {
    if (isAbort(error)) return new Promise(() => undefined);
    throw error;
  });
}

/** Keeps Turbo from reporting canceled visits as errors of the page. */
export function ignoreCanceledVisits() {
  document.addEventListener('turbo:before-fetch-response', (event) => {
    const { fetchResponse } = (event as CustomEvent<{ fetchResponse: FetchResponse }>).detail;
    const readHtml = () => Reflect.get(Object.getPrototypeOf(fetchResponse), 'responseHTML', fetchResponse);
    Object.defineProperty(fetchResponse, 'responseHTML', { get: () => withoutAbort(readHtml()) });
  });
}
