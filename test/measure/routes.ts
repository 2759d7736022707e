import type { Needs } from '../../server/contract/capabilities';
import type { Page, Route } from '../../server/http/route';
import { allRoutes } from '../../server/routes';

const DEMO: Readonly<Record<PropertyKey, unknown>> = { kind: 'sandbox', [Symbol.toPrimitive]: () => '' };

/** Every member and result of it is itself: the table of routes hands its dependencies on, and asks for the sandbox. */
const anything: never = new Proxy(() => undefined, {
  get: (_target, name) => DEMO[name] ?? anything,
  apply: () => anything,
}) as never;

const policyOf = (entry: Route | Page) => (entry.kind === 'page' ? entry.options.may : entry.may).name;

const needsOf = (entry: Route | Page) => (entry.kind === 'page' ? entry.options.needs : entry.needs);

const words = (needs: Needs) => (typeof needs === 'string' ? needs : needs.join('|'));

function capabilityOf(entry: Route | Page) {
  const needs = needsOf(entry);
  if (needs === undefined) return '';
  if (needs === null) return 'none';
  if (typeof needs === 'string' || !('buyer' in needs)) return words(needs);
  return `buyer=${words(needs.buyer)} seller=${words(needs.seller)}`;
}

/** Every URL in the order of the table: method (PAGE: HTML), path, name of its policy, what a member's role must hold. */
export const routeLines = () =>
  allRoutes(anything, anything).map((entry) =>
    [
      (entry.kind === 'page' ? 'PAGE' : entry.method).padEnd(6),
      entry.path.padEnd(60),
      policyOf(entry).padEnd(14),
      capabilityOf(entry),
    ]
      .join(' ')
      .trimEnd(),
  );
