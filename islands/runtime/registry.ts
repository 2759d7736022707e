import type { Filled, IslandComponent } from '../browser/island';

export interface LoadableIsland {
  readonly id: string;
  readonly load: () => Promise<IslandComponent>;
}

/** The islands of one entry; `ids` repeats theirs, so that the page knows them before it loads the entry. */
export const entry = (
  ids: readonly string[],
  load: () => Promise<{ islands: readonly Filled[] }>,
): LoadableIsland[] =>
  ids.map((id) => ({
    id,
    load: async () => {
      const found = (await load()).islands.find((island) => island.id === id);
      if (!found) throw new Error(`The entry has no island ${id}`);
      return found.component;
    },
  }));
