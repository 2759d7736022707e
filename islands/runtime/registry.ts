import type { ComponentType } from 'react';
import type { PropsOf } from '../../server/contract/island';

export type IslandComponent = ComponentType<Record<string, unknown>>;

export interface LoadableIsland {
  readonly id: string;
  readonly load: () => Promise<IslandComponent>;
}

/** An island whose code is loaded once its element is on the page. */
export const late = <Spot>(
  id: string,
  load: () => Promise<{ default: ComponentType<NoInfer<PropsOf<Spot>>> }>,
): LoadableIsland => ({ id, load: async () => (await load()).default as unknown as IslandComponent });

/** An island whose code is on every page. */
export const ready = <Spot>(
  id: string,
  component: ComponentType<NoInfer<PropsOf<Spot>>>,
): LoadableIsland => ({
  id,
  load: async () => component as unknown as IslandComponent,
});
