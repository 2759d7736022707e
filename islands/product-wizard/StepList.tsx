import type { Product } from '../../server/products/contract';
import { stepAddress, stepNames } from '../../server/products/dashboard-contract';
import type { ProductStep } from '../../server/products/form-contract';
import { classes } from '../kit/classes';
import { Icon } from '../kit/icon';
import { stateInWords, stateOf, stepTitles } from './steps';

interface Props {
  current: ProductStep;
  product: Product | null;
}

/** The seven steps with how each stands. Without a product there is nowhere to go yet. */
export function StepList({ current, product }: Props) {
  return (
    <nav className="wizard-steps" aria-label="Steps">
      <ol>
        {stepNames.map((step, at) => {
          const state = stateOf(step, current, product);
          const disabled = !product && step !== current;
          const content = (
            <>
              <span className="wizard-mark" aria-hidden="true">
                {state === 'completed' ? <Icon name="check" /> : at + 1}
              </span>
              <span className="wizard-step-text">
                {stepTitles[step]}
                {step === 'pricing' && product?.provisional !== false && (
                  <span className="wizard-state">Product will publish on this step!</span>
                )}
                <span className="wizard-state">{stateInWords[state]}</span>
              </span>
            </>
          );
          return (
            <li key={step} className={classes(state, disabled && 'disabled')}>
              {product ? (
                <a href={stepAddress(product.id, step)} aria-current={step === current ? 'step' : undefined}>
                  {content}
                </a>
              ) : (
                <span
                  aria-current={step === current ? 'step' : undefined}
                  aria-disabled={disabled || undefined}
                >
                  {content}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
