import { useState } from 'react';
import type { Product } from '../../server/products/contract';
import {
  listAddress,
  type ProductWizardProps,
  stepAfter,
  stepBefore,
} from '../../server/products/manage/dashboard-contract';
import { missingText } from '../../server/products/missing-contract';
import { INCOMPLETE_PROFILE } from '../../server/sellers/dashboard-contract';
import { notify } from '../browser/alerts';
import { visit } from '../browser/navigation';
import { LoadProps } from '../live/LoadProps';
import { addressOfProduct } from '../products/ProductCard';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { DeleteProduct } from './DeleteProduct';
import { Description } from './Description';
import { Identifiers } from './Identifiers';
import { loadWizard } from './load-wizard';
import { MissingNotice } from './MissingNotice';
import { Details, Dimensions, Packaging, Quantity } from './Optional';
import { Pricing } from './Pricing';
import { Shell } from './Shell';
import { StepList } from './StepList';
import { addressOfStep, publishingStep, stepTitles } from './steps';
import { type StepForm, useStep } from './use-step';
import { useUpc } from './use-upc';

export default function ProductWizard(props: Partial<ProductWizardProps>) {
  return (
    <LoadProps
      given={props.step && (props as ProductWizardProps)}
      load={loadWizard}
      failure="The product could not be loaded."
    >
      {(all) => <Wizard {...all} />}
    </LoadProps>
  );
}

function Wizard({ frame, step, product: first, fee_bps, profile_complete }: ProductWizardProps) {
  const [product, setProduct] = useState(first);
  const form = useStep({ step, product, onProduct: setProduct, onSaved: continueWizard });
  const upc = useUpc(
    step === 'identifiers' ? String(form.values.upc ?? '').trim() : '',
    product && { id: product.id, upc: product.upc },
  );
  const previousStep = stepBefore(step);
  const nextStep = stepAfter(step);

  function continueWizard(saved: Product, earlier: Product | null) {
    if (earlier?.provisional && !saved.provisional)
      notify(
        profile_complete ? 'success' : 'other',
        profile_complete ? `${saved.name} is published.` : INCOMPLETE_PROFILE,
      );
    const missing = missingText(saved);
    if (missing && (!nextStep || step === 'pricing'))
      notify('other', `${saved.name} is saved but not published. ${missing}`);
    else if (!nextStep) notify('success', `${saved.name} is saved.`);
    visit(nextStep ? addressOfStep(saved, nextStep) : listAddress(frame, saved));
  }

  return (
    <Shell
      frame={frame}
      product={product}
      title={product ? product.name : 'Add Product'}
      lede={stepTitles[step]}
      actions={
        product && (
          <>
            {!product.provisional && (
              <Button href={addressOfProduct(product)} icon="eye">
                View
              </Button>
            )}
            {product.can_delete && (
              <DeleteProduct product={product} listAddress={listAddress(frame, product)} />
            )}
          </>
        )
      }
    >
      <div className="wizard">
        <StepList current={step} product={product} />
        <form className="wizard-form form" noValidate onSubmit={form.onSubmit} aria-label={stepTitles[step]}>
          <MissingNotice product={product} current={step} />
          {form.restored && (
            <Notice tone="accent" live>
              What you typed here before is not saved yet.
            </Notice>
          )}
          {step === 'identifiers' && <Identifiers form={form} upc={upc} />}
          {step === 'description' && <Description form={form} />}
          {step === 'pricing' && (
            <Pricing
              form={form}
              feeBps={fee_bps}
              publishes={publishingStep(product) === 'pricing'}
              profileComplete={profile_complete}
            />
          )}
          {step === 'quantity' && <Quantity form={form} />}
          {step === 'details' && <Details form={form} />}
          {step === 'dimensions' && <Dimensions form={form} />}
          {step === 'packaging' && <Packaging form={form} />}
          {form.error && (
            <p className="form-error" role="alert">
              {form.error}
            </p>
          )}
          <div className="wizard-foot">
            {product && previousStep ? (
              <BackButton to={addressOfStep(product, previousStep)} form={form} />
            ) : (
              <span />
            )}
            <Button
              type="submit"
              tone="primary"
              busy={form.isSubmitting}
              disabled={!form.isValid || upc === 'taken' || form.isUploading}
              reason={form.isUploading ? 'A photo is still being uploaded.' : undefined}
            >
              {nextStep ? 'Next' : 'Finish'}
            </Button>
          </div>
        </form>
      </div>
    </Shell>
  );
}

/** Keeps unsaved input as a draft. */
function BackButton({ to, form }: { to: string; form: StepForm }) {
  if (!form.dirty) return <Button href={to}>Back</Button>;
  return (
    <Button
      onClick={() => {
        form.saveInput();
        visit(to);
      }}
    >
      Back
    </Button>
  );
}
