import { type OwnStatus, ownStatusLabels } from '../../server/products/contract';
import { Badge, type Tone } from '../ui/badge';

const TONES: Record<OwnStatus, Tone> = {
  live: 'green',
  provisional: 'yellow',
  sold_out: 'gray',
  paused: 'gray',
};

export const ProductStatus = ({ status }: { status: OwnStatus }) => (
  <Badge tone={TONES[status]}>{ownStatusLabels[status]}</Badge>
);
