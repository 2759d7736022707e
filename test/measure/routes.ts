import type { Page, Route } from '../../server/http/route';
import { allRoutes } from '../../server/routes';

const DEMO: Readonly<Record<PropertyKey, unknown>> = { kind: 'sandbox', [Symbol.toPrimitive]: () => '' };

/** Every member and result of it is itself: the table of routes hands its dependencies on, and asks for the sandbox. */
const anything: never = new Proxy(() => undefined, {
  get: (_target, name) => DEMO[name] ?? anything,
  apply: () => anything,
}) as never;

const policyOf = (entry: Route | Page) => (entry.kind === 'page' ? entry.options.may : entry.may).name;

/** Every URL in the order of the table: method (PAGE: HTML), path, name of its policy. */
export const routeLines = () =>
  allRoutes(anything).map(
    (entry) =>
      `${(entry.kind === 'page' ? 'PAGE' : entry.method).padEnd(6)} ${entry.path.padEnd(60)} ${policyOf(entry)}`,
  );
