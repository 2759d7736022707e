import { useLateComponent } from '../browser/use-late-component';
import type { PriceGuideProps } from './PriceGuide';

export function LatePriceGuide(props: PriceGuideProps) {
  const PriceGuide = useLateComponent({
    wanted: true,
    load: () => import('./PriceGuide').then((loaded) => loaded.PriceGuide),
    onFailure: () => undefined,
  });
  return PriceGuide && <PriceGuide {...props} />;
}
