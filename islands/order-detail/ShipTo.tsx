import type { SectionProps } from './order-page';

export function ShipTo({ order: { shipping } }: SectionProps) {
  const { ship_to } = shipping;
  if (!ship_to) return null;
  return (
    <section className="stack tight" aria-label="Ship to">
      <h2>Ship to</h2>
      <p>{`${ship_to.city}, ${ship_to.region} ${ship_to.postal_code}`}</p>
    </section>
  );
}
