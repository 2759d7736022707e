import type { ComponentType } from 'react';

type Load = (id: string) => Promise<ComponentType<Record<string, unknown>>>;

let load: Load | null = null;

export function provideIslands(loader: Load) {
  load = loader;
}

export function loadIsland({ id }: { id: string }) {
  if (!load) throw new Error('The page has not started');
  return load(id);
}
