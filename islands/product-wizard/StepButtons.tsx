import type { Product } from '../../server/products/contract';
import { isBlank, type ProductStep } from '../../server/products/form-contract';
import { stepAfter, stepBefore } from '../../server/products/manage/dashboard-contract';
import { visit } from '../browser/navigation';
import { Button } from '../ui/button';
import { addressOfStep, canSkip } from './steps';
import type { StepForm } from './use-step';

interface StepButtonsProps {
  step: ProductStep;
  product: Product | null;
  form: StepForm;
  isUpcTaken: boolean;
}

/** Back, Skip and Next, with the reason where Next is off. */
export function StepButtons({ step, product, form, isUpcTaken }: StepButtonsProps) {
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

interface StepState {
  errors: Readonly<Record<string, unknown>>;
  values: Readonly<Record<string, unknown>>;
  isUploading: boolean;
}

const NOUNS: readonly [field: string, noun: string][] = [
  ['name', 'a name'],
  ['upc', 'a UPC'],
  ['category', 'a category'],
  ['photo_1', 'a first photo'],
  ['msrp_cents', 'the MSRP'],
  ['wholesale_cents', 'the wholesale price'],
  ['seller_price_cents', 'the asking price'],
  ['units', 'the units'],
];

/** Explains why the wizard does not go on; '' if it does. */
function reasonNotToContinue({ errors, values, isUploading }: StepState, isUpcTaken: boolean): string {
  if (isUploading) return 'A photo is still uploading.';
  const missing = NOUNS.filter(([field]) => errors[field] && isBlank(values[field])).map(([, noun]) => noun);
  if (missing.length > 0) return `This step still needs ${new Intl.ListFormat('en-US').format(missing)}.`;
  return isUpcTaken || Object.values(errors).some(Boolean) ? 'Fix the errors above.' : '';
}
