import { useEffect, useId, useRef } from 'react';
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
  const progressId = useId();
  const list = useRef<HTMLOListElement>(null);
  // On a phone the steps lie side by side: the present one is moved into sight.
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('.active');
    if (active && list.current) list.current.scrollLeft = active.offsetLeft - list.current.offsetLeft;
  }, []);
  return (
    <nav className="wizard-steps" aria-label="Steps">
      <div className="progress wizard-progress">
        <span id={progressId}>
          Step {stepNames.indexOf(current) + 1} of {stepNames.length}
        </span>
        <progress
          aria-labelledby={progressId}
          max={stepNames.length}
          value={stepNames.indexOf(current) + 1}
        />
      </div>
      <ol ref={list}>
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
              {product || step === current ? (
                <a
                  href={product ? stepAddress(product.id, step) : '/dashboard/new_product'}
                  aria-current={step === current ? 'step' : undefined}
                >
                  {content}
                </a>
              ) : (
                <span aria-disabled="true">{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
