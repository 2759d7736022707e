import type { ComponentType } from 'react';
import type { Island } from '../../server/contract/island';

export interface Filled {
  readonly id: string;
  readonly load: () => Promise<{ default: ComponentType<Record<string, unknown>> }>;
  /** Cannot be imported without a document; the server leaves its element empty. */
  readonly browserOnly: boolean;
}

/** The component takes the page's props, or none: bare elements may be on any page. */
export const fill = <Props>(
  spot: Island<Props>,
  load: () => Promise<{ default: ComponentType<Partial<Props>> }>,
  { browserOnly = false }: { browserOnly?: boolean } = {},
): Filled => ({ id: spot.id, load: load as unknown as Filled['load'], browserOnly });
