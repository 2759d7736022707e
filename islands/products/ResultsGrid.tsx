import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Grid } from '../ui/grid';
import { heldCard } from './card-focus';
import type { ResultsGridProps } from './grid-props';
import { ProductCard } from './ProductCard';

const WINDOWED_FROM = 60;
const FIRST_ROW = 4;

export function ResultsGrid(props: ResultsGridProps) {
  const { products, label, withoutSeller } = props;
  const Windowed = useWindowed(products.length > WINDOWED_FROM);
  if (Windowed) return <Windowed {...props} />;
  return (
    <Grid label={label}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} eager={index < FIRST_ROW} withoutSeller={withoutSeller} />
        </li>
      ))}
    </Grid>
  );
}

function useWindowed(wanted: boolean) {
  const [loaded, setLoaded] = useState<ComponentType<ResultsGridProps> | null>(null);
  const focusAgain = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!wanted || loaded) return;
    let isHere = true;
    import('./WindowedGrid').then(
      ({ WindowedGrid }) => {
        if (!isHere) return;
        focusAgain.current = heldCard();
        setLoaded(() => WindowedGrid);
      },
      // The complete grid still works, only slower.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [wanted, loaded]);
  // Windowing replaces the cards: restores the focus and scroll position once the rows are measured.
  useEffect(() => {
    if (loaded && focusAgain.current) requestAnimationFrame(focusAgain.current);
  }, [loaded]);
  return wanted ? loaded : null;
}
