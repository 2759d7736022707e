import { useState } from 'react';
import type { OwnProduct } from '../../server/products/contract';
import { stepAddress } from '../dashboard/addresses';
import { ownStatusLabels, ownStatusTones } from '../products/own-status';
import { Badge, Chip } from '../ui/badge';
import type { Blocker } from './blockers';

export const BlockerChips = ({ blockers }: { blockers: readonly Blocker[] }) =>
  blockers.map(({ text, href }) => (
    <Chip key={text} tone="yellow" href={href}>
      {text}
    </Chip>
  ));

export const StatusBadge = ({ product: { status } }: { product: OwnProduct }) => (
  <Badge tone={ownStatusTones[status]}>{ownStatusLabels[status]}</Badge>
);

/** A chip that leads to the first photo, once the seller's own browser could not show it. */
export function useLostPhoto({ id, main_image_url: src }: OwnProduct) {
  const [lost, setLost] = useState<string | null>(null);
  const chip = src !== null && src === lost && (
    <Chip tone="yellow" href={`${stepAddress(id, 'description')}#photo_1`}>
      Replace broken photo
    </Chip>
  );
  return { chip, onLost: () => setLost(src) };
}
