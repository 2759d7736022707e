import type { Request, Response } from 'express';
import { ownPath } from '../accounts/contract';
import type { Person } from '../accounts/policy';
import { requiredStep } from '../accounts/required-step';
import { isSessionUnread } from '../accounts/sessions/cookie';
import { streamSigner } from '../cable/turbo-streams';
import { isActive } from '../contract/account-status';
import type { Assets } from '../http/built-files';
import type { Csrf } from '../http/csrf';
import type { HttpError } from '../http/errors';
import { fillForm } from '../http/forms/fill-form';
import type { Flashes } from '../http/forms/flash';
import type { FormFailure } from '../http/forms/forms';
import type { PageAnswer } from '../http/respond';
import { nonceOf } from '../http/security-headers';
import { sendText } from '../http/send-text';
import { type Identify, type Identity, viewerOf } from '../http/viewer';
import { renderView } from '../http/views';
import type { Services } from '../services';
import { NO_BADGES } from './badges';
import { badgeElements, headerStream } from './header-badges';
import { type LayoutData, layoutDataReader } from './layout-data';
import { navOf } from './navigation';
import type { Fills } from './page-template';
import { isShareable, type SendSharedPage } from './shared-pages';

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
};

const STALE_PAGE = 'This page was open for too long. Go back, reload it and send the form again.';

/** The usual statuses by number and name, the others by their own sentence. */
function errorText({ status, code, body: { error } }: HttpError): string {
  if (TITLES[status]) return `${status} ${TITLES[status]}`;
  if (code === 'stale_token') return STALE_PAGE;
  return typeof error === 'string' ? error : 'Something went wrong on our side.';
}

const NO_LAYOUT_DATA: LayoutData = { badges: NO_BADGES, notes: [] };

/** Preloaded by header: with the typeface there as early as the stylesheet, the page needs no second layout. */
const TYPEFACE = '</fonts/figtree-text-5.3.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin';
const stylesheet = (assets: Assets) => `<${assets.address('application.css')}>; rel=preload; as=style`;

/** Islands are rendered once for all visitors, so each response fills in its token. */
const EMPTY_TOKEN = 'name="authenticity_token" value=""';

/** A dialog of news would interrupt buying and the profile that a seller has to complete. */
const WITHOUT_NOTES = new Set(['/cart', '/seller_inquiry/create_profile']);

interface LayoutServices {
  services: Services;
  csrf: Csrf;
  flashes: Flashes;
  assets: Assets;
  identify: Identify;
  /** Only in production: templates and islands change in development. */
  sharedPages: SendSharedPage | null;
}

interface Shown {
  readonly answer: PageAnswer;
  readonly viewer: Person | null;
  readonly data: LayoutData;
  readonly csrfToken: string;
}

type Config = Services['config'];

function headerLocals(config: Config, req: Request, viewer: Person | null, { badges, notes }: LayoutData) {
  const active = viewer !== null && isActive(viewer);
  // Their other pages lead back to the step.
  const held = viewer !== null && requiredStep(config)(viewer) !== null;
  return {
    viewer,
    active,
    held,
    nav: viewer && (held || !active) ? [] : navOf(viewer, req.path),
    badges: badgeElements(badges),
    notes: active && !WITHOUT_NOTES.has(req.path) ? notes : [],
    path: req.path,
  };
}

const answerLocals = (config: Config, answer: PageAnswer) => ({
  ...answer.locals,
  brand: config.brandName,
  title: answer.title,
  heading: answer.heading ?? 'shown',
  island: answer.island ?? null,
  footerTone: answer.footer ?? 'dark',
  bare: answer.bare ?? false,
  secret: answer.secret ?? false,
  analyticsSrc: answer.secret ? null : config.analyticsSrc,
  appUrl: config.appUrl,
});

/** Turbo loads a page again, whole, that shows another account than the tab did, as after a sign-out. */
const isFetchedAgain = (req: Request, viewer: Shown['viewer']) =>
  !viewer && req.headers['x-turbo-request-id'] !== undefined;

function pageWriter({ services: { config }, flashes, assets, sharedPages }: LayoutServices) {
  const signer = streamSigner(config.secretKeyBase);

  return async (req: Request, res: Response, { answer, viewer, data, csrfToken }: Shown) => {
    const flash = isFetchedAgain(req, viewer) ? null : flashes.take(req, res);
    const failure = res.locals.failure as FormFailure | undefined;
    const render = async ({ csrfToken: csrf, nonce }: Fills) => {
      const html = await renderView(res, answer.view, {
        ...answerLocals(config, answer),
        ...headerLocals(config, req, viewer, data),
        stream: viewer && signer.sign(headerStream(viewer.id)),
        flash,
        errors: failure?.errors ?? [],
        csrf,
        nonce,
      });
      return html.replaceAll(EMPTY_TOKEN, `name="authenticity_token" value="${csrf}"`);
    };
    const isPrivate = viewer || answer.secret || flash || failure;
    if (answer.secret) res.set('Referrer-Policy', 'no-referrer');
    res
      .status(failure?.status ?? answer.status)
      .set('Cache-Control', isPrivate ? 'private, no-store' : 'private, no-cache')
      .set('Link', `${TYPEFACE}, ${stylesheet(assets)}`)
      .type('html');
    const fills = { csrfToken, nonce: nonceOf(res) };
    if (sharedPages && !isPrivate && isShareable(answer))
      return sharedPages(req, res, { answer, fills, render });
    const html = await render(fills);
    sendText(req, res, failure ? fillForm(html, failure.action, failure.values) : html);
  };
}

/** An answer that refreshes itself says what it waits for. */
function errorPage({ status, headers }: HttpError) {
  if (status === 404) return { title: '404 - Page not found', view: 'pages/not_found' };
  if (headers.Refresh) return { title: 'Preparing', view: 'pages/preparing' };
  return { title: 'Unexpected Application Error!', view: 'pages/error' };
}

export function pages(layoutServices: LayoutServices) {
  const { services, csrf, identify } = layoutServices;
  const { config, db } = services;
  const write = pageWriter(layoutServices);
  const layoutDataFor = layoutDataReader(db);

  async function send(req: Request, res: Response, answer: PageAnswer) {
    const viewer = (await viewerOf(req, identify)) as Person | null;
    const data = await layoutDataFor(viewer);
    await write(req, res, { answer, viewer, data, csrfToken: csrf.token(req, res) });
  }

  async function sendError(req: Request, res: Response, error: HttpError) {
    const { status } = error;
    const answer = {
      status,
      ...errorPage(error),
      locals: {
        status,
        message: errorText(error),
        requestId: String(req.id ?? ''),
        again: status >= 500 ? ownPath(req.originalUrl) : null,
      },
    };
    // The viewer is unknown: no header, and no new token, which would invalidate their other pages.
    const bare = () =>
      write(req, res, {
        answer: { ...answer, bare: true },
        viewer: null,
        data: NO_LAYOUT_DATA,
        csrfToken: '',
      });
    if (status === 503 || isSessionUnread(config, req)) return bare();
    await send(req, res, answer).catch((failure) => (status >= 500 ? bare() : Promise.reject(failure)));
  }

  /** Starts reading early. `send` reports a failure. */
  const lookAhead = (viewer: Identity) => void layoutDataFor(viewer as Person).catch(() => undefined);

  return { send, sendError, lookAhead };
}
