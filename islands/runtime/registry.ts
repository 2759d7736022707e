import type { ComponentType } from 'react';
import type { PropsOf } from '../../server/contract/island';

export type IslandComponent = ComponentType<Record<string, unknown>>;

export interface LoadableIsland {
  readonly id: string;
  /** Without props, all that any page of it needs at first. */
  readonly load: (props?: Record<string, unknown>) => Promise<IslandComponent>;
}

/** An island whose code is loaded once its element is on the page. */
export const late = <Spot>(
  id: string,
  load: (props?: NoInfer<PropsOf<Spot>>) => Promise<{ default: ComponentType<NoInfer<PropsOf<Spot>>> }>,
): LoadableIsland => ({
  id,
  load: async (props) => (await load(props as PropsOf<Spot>)).default as unknown as IslandComponent,
});

/** An island whose code is on every page. */
export const ready = <Spot>(
  id: string,
  component: ComponentType<NoInfer<PropsOf<Spot>>>,
): LoadableIsland => ({
  id,
  load: async () => component as unknown as IslandComponent,
});
