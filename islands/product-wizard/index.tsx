import { useState } from 'react';
import type { Product } from '../../server/products/contract';
import type { ProductStep } from '../../server/products/form-contract';
import {
  listAddress,
  type ProductWizardProps,
  stepAfter,
  stepBefore,
} from '../../server/products/manage/dashboard-contract';
import { missingSteps, missingText } from '../../server/products/missing-contract';
import { INCOMPLETE_PROFILE } from '../../server/sellers/dashboard-contract';
import { notify } from '../browser/alerts';
import { visit } from '../browser/navigation';
import { LoadProps } from '../live/LoadProps';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { Description } from './Description';
import { Identifiers, type UpcState, useUpc } from './Identifiers';
import { loadWizard } from './load-wizard';
import { MissingNotice } from './MissingNotice';
import { Details, Dimensions, Packaging, Quantity } from './Optional';
import { Pricing } from './Pricing';
import { reasonNotToContinue } from './reason';
import { Shell } from './Shell';
import { StepList } from './StepList';
import { addressOfStep, publishingStep, stepTitles } from './steps';
import { type StepForm, useStep } from './use-step';

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

function Wizard(props: ProductWizardProps) {
  const { frame, step, product: first, profile_complete, locations } = props;
  const [product, setProduct] = useState(first);
  const form = useStep({ step, product, locations, onProduct: setProduct, onSaved: continueWizard });
  const upc = useUpc(
    step === 'identifiers' ? String(form.values.upc ?? '').trim() : '',
    product && { id: product.id, upc: product.upc },
  );

  function continueWizard(saved: Product, earlier: Product | null) {
    for (const [kind, text] of messagesOf(step, saved, earlier, profile_complete)) notify(kind, text);
    const nextStep = stepAfter(step);
    visit(nextStep ? addressOfStep(saved, nextStep) : listAddress(frame, saved));
  }

  return (
    <Shell frame={frame} product={product} lede={stepTitles[step]}>
      <div className="wizard">
        <StepList current={step} product={product} />
        <form className="wizard-form form" noValidate onSubmit={form.onSubmit} aria-label={stepTitles[step]}>
          <MissingNotice product={product} current={step} />
          {form.restored && (
            <Notice tone="accent" live>
              You have unsaved changes from an earlier visit.
            </Notice>
          )}
          <StepFields {...props} product={product} form={form} upc={upc} />
          {form.error && (
            <p className="form-error" role="alert">
              {form.error}
            </p>
          )}
          <StepButtons step={step} product={product} form={form} isUpcTaken={upc === 'taken'} />
        </form>
      </div>
    </Shell>
  );
}

type Message = readonly [kind: 'success' | 'other', text: string];

/** Says what saving the step changed, and what publishing still lacks. */
function messagesOf(
  step: ProductStep,
  saved: Product,
  earlier: Product | null,
  isProfileComplete: boolean,
): Message[] {
  const messages: Message[] = [];
  if (earlier?.provisional && !saved.provisional)
    messages.push(
      isProfileComplete ? ['success', `${saved.name} published.`] : ['other', INCOMPLETE_PROFILE],
    );
  const isLast = !stepAfter(step);
  const missing = missingText(saved);
  if (missing && (isLast || step === 'pricing'))
    messages.push(['other', `${saved.name} saved but not published. ${missing}`]);
  else if (isLast) messages.push(['success', `${saved.name} saved.`]);
  return messages;
}

interface StepFieldsProps extends ProductWizardProps {
  form: StepForm;
  upc: UpcState;
}

function StepFields({ step, product, fee_bps, profile_complete, locations, form, upc }: StepFieldsProps) {
  switch (step) {
    case 'identifiers':
      return <Identifiers form={form} upc={upc} />;
    case 'description':
      return <Description form={form} />;
    case 'pricing':
      return (
        <Pricing
          form={form}
          feeBps={fee_bps}
          publishes={publishingStep(product) === 'pricing'}
          profileComplete={profile_complete}
        />
      );
    case 'quantity':
      return <Quantity form={form} isSkippable={canSkip(step, product)} />;
    case 'details':
      return <Details form={form} />;
    case 'dimensions':
      return <Dimensions form={form} locations={locations} />;
    case 'packaging':
      return <Packaging form={form} />;
  }
}

interface StepButtonsProps {
  step: ProductStep;
  product: Product | null;
  form: StepForm;
  isUpcTaken: boolean;
}

function StepButtons({ step, product, form, isUpcTaken }: StepButtonsProps) {
  const previousStep = stepBefore(step);
  const nextStep = stepAfter(step);
  const isSkippable = canSkip(step, product);
  return (
    <div className="wizard-foot">
      {product && previousStep ? (
        <BackButton to={addressOfStep(product, previousStep)} form={form} />
      ) : (
        <span />
      )}
      <span className="button-row">
        {product && nextStep && isSkippable && !form.dirty && (
          <Button href={addressOfStep(product, nextStep)}>Skip</Button>
        )}
        <Button
          type="submit"
          tone="primary"
          busy={form.isSubmitting}
          disabled={!form.isValid || isUpcTaken || form.isUploading}
          reason={
            isSkippable && !form.dirty
              ? 'Enter the units, or skip this step.'
              : reasonNotToContinue(form, isUpcTaken)
          }
        >
          {nextStep ? 'Next' : 'Finish'}
        </Button>
      </span>
    </div>
  );
}

/** Units may follow later, unless the product came from an import and waits for them. */
const canSkip = (step: ProductStep, product: Product | null) =>
  step === 'quantity' && product?.units === null && !missingSteps(product).includes('quantity');

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
