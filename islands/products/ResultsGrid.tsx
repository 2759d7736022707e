import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Grid } from '../ui/grid';
import { heldCard } from './card-focus';
import type { ResultsGridProps } from './grid-props';
import { ProductCard } from './ProductCard';

/** With fewer than that, all of them are there at once. */
const WINDOWED_FROM = 60;
const FIRST_ROW = 4;

/** Products in rows; of many only those near the screen are in the document. */
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

/** Loaded by whoever scrolls that far. */
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
      // Without it all the cards are in the document, which is slower and no worse.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [wanted, loaded]);
  // Once the rows have been measured, which puts the cards into the document a second time.
  useEffect(() => {
    if (loaded && focusAgain.current) requestAnimationFrame(focusAgain.current);
  }, [loaded]);
  return wanted ? loaded : null;
}
