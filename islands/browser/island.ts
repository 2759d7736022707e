import type { ComponentType } from 'react';
import type { Island } from '../../server/contract/island';

export type IslandComponent = ComponentType<Record<string, unknown>>;

export interface Filled {
  readonly id: string;
  readonly component: IslandComponent;
}

export const fill = <Props>(
  spot: Island<Props>,
  component: ComponentType<Partial<NoInfer<Props>>>,
): Filled => ({
  id: spot.id,
  component: component as unknown as IslandComponent,
});
