import type { OwnProduct } from '../../server/products/contract';
import { Badge, Chip } from '../ui/badge';
import type { Blocker } from './blockers';

export const BlockerChips = ({ blockers }: { blockers: readonly Blocker[] }) =>
  blockers.map(({ text, href }) => (
    <Chip key={text} tone="yellow" href={href}>
      {text}
    </Chip>
  ));

export function StatusBadge({ product }: { product: OwnProduct }) {
  if (product.provisional) return <Badge tone="yellow">Provisional</Badge>;
  return product.units === 0n ? <Badge>Sold out</Badge> : <Badge tone="green">Live</Badge>;
}
