import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { islands } from './registry';
import { Boundary } from './ui/boundary';

const components = new Map<string, ComponentType<Record<string, unknown>>>();

export const ready: Promise<void> = Promise.all(
  islands.map(async ({ id, load }) => components.set(id, await load())),
).then(() => undefined);

/** Renders an island for hydration; null for an unknown id. */
export function renderIsland(id: string, props: Record<string, unknown>): string | null {
  const component = components.get(id);
  if (!component) return null;
  return renderToString(createElement(Boundary, null, createElement(component, props)), {
    identifierPrefix: `${id}-`,
  });
}
