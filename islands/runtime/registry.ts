import type { ComponentType } from 'react';
import type { Island } from '../../server/contract/island';

/** An island's place and what fills it. */
export interface Filled {
  readonly id: string;
  readonly load: () => Promise<{ default: ComponentType<Record<string, unknown>> }>;
  /** Needs a document to be imported: the server leaves its element empty. */
  readonly browserOnly: boolean;
}

/** The component takes the props that the page produces, or none: it may stand on any page that has its element. */
export const fill = <Props>(
  spot: Island<Props>,
  load: () => Promise<{ default: ComponentType<Partial<Props>> }>,
  { browserOnly = false }: { browserOnly?: boolean } = {},
): Filled => ({ id: spot.id, load: load as unknown as Filled['load'], browserOnly });
