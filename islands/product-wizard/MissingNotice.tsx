import type { Product } from '../../server/products/contract';
import type { ProductStep } from '../../server/products/form-contract';
import { missingSteps, missingText } from '../../server/products/missing-contract';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { addressOfStep, stepTitles } from './steps';

interface Props {
  product: Product | null;
  current: ProductStep;
}

/** Says what an imported product needs before publishing, with a link to that step. */
export function MissingNotice({ product, current }: Props) {
  const text = missingText(product);
  const steps = missingSteps(product);
  const [first] = steps;
  if (!product || !text || !first) return null;
  return (
    <Notice
      tone="yellow"
      title="Not published yet"
      action={
        !steps.includes(current) && (
          <Button size="small" href={addressOfStep(product, first)}>
            Go to {stepTitles[first]}
          </Button>
        )
      }
    >
      <p>{text}</p>
    </Notice>
  );
}
