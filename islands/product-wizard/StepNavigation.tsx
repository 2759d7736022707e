import { clsx } from 'clsx';
import { type MouseEvent, useId, useState } from 'react';
import type { Product } from '../../server/products/contract';
import { missingSteps, missingText, type ProductStep, stepNames } from '../../server/products/rules';
import { visit } from '../browser/navigation';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import { Icon } from '../ui/icon';
import { ConfirmDialog } from '../ui/modal';
import {
  addressOfStep,
  canSkip,
  isMuchToLose,
  isOverdue,
  publishingStep,
  reasonNotToContinue,
  type Saving,
  stateInWords,
  stepAfter,
  stepBefore,
  stepState,
  stepTitles,
} from './steps';
import type { StepForm } from './use-step';

interface Props {
  current: ProductStep;
  product: Product | null;
}

/** The steps with their states: beside the form, or collapsed above it on small screens. */
export function StepList({ current, product }: Props) {
  const at = stepNames.indexOf(current) + 1;
  const waiting = stepNames.filter((step) => stepState(step, current, product) === 'incomplete_required');
  return (
    <nav className="wizard-steps" aria-label="Steps">
      <StepLinks current={current} product={product} />
      {/* May be open before hydration; React keeps it open. */}
      <details className="wizard-chooser" suppressHydrationWarning>
        <summary>
          <span className="wizard-now">
            Step {at} of {stepNames.length} · {stepTitles[current]}
          </span>
          {waiting.length > 0 && (
            <Badge tone={waiting.some((step) => isOverdue(step, current, product)) ? 'red' : 'gray'}>
              {`${waiting.length} required`}
            </Badge>
          )}
          <Icon name="chevron-down" />
        </summary>
        <StepLinks current={current} product={product} />
      </details>
      <progress className="wizard-progress" aria-hidden="true" max={stepNames.length} value={at} />
    </nav>
  );
}

/** Without a product only the current step is a link. */
const StepLinks = ({ current, product }: Props) => (
  <ol>
    {stepNames.map((step, at) => {
      const state = stepState(step, current, product);
      const disabled = !product && step !== current;
      const content = (
        <>
          <span className="wizard-mark" aria-hidden="true">
            {state === 'completed' ? <Icon name="check" /> : at + 1}
          </span>
          <span className="wizard-step-text">
            {stepTitles[step]}
            {step === publishingStep(product) && (
              <span className="wizard-state">Product will publish on this step!</span>
            )}
            <span className={state === 'completed' ? 'visually-hidden' : 'wizard-state'}>
              {' '}
              {stateInWords[state]}
            </span>
          </span>
        </>
      );
      return (
        <li
          key={step}
          className={clsx(state, disabled && 'disabled', isOverdue(step, current, product) && 'overdue')}
        >
          {product || step === current ? (
            <a
              href={product ? addressOfStep(product, step) : '/dashboard/new_product'}
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
);

interface MissingNoticeProps {
  product: Product | null;
  current: ProductStep;
}

/** Says what an imported product needs before publishing, with a link to that step. */
export function MissingNotice({ product, current }: MissingNoticeProps) {
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

interface StepButtonsProps {
  step: ProductStep;
  product: Product | null;
  form: StepForm;
  isUpcTaken: boolean;
}

/** Back, Skip, Save and Next, with the reason where they are off; in view while a product is edited. */
export function StepButtons({ step, product, form, isUpcTaken }: StepButtonsProps) {
  const previousStep = stepBefore(step);
  const nextStep = stepAfter(step);
  const isSkippable = canSkip(step, product);
  const reasonId = useId();
  const disabled = !form.isValid || isUpcTaken || form.isUploading;
  // A draft is on its way through the steps.
  const mainButton = product?.provisional === false ? 'save' : 'next';
  const common = (button: Saving) => ({
    tone: button === mainButton ? ('primary' as const) : undefined,
    busy: form.saving === button,
    disabled,
    'aria-describedby': disabled ? reasonId : undefined,
  });
  return (
    <div className={clsx('wizard-foot', product && 'floating')}>
      {product && previousStep && <BackButton to={addressOfStep(product, previousStep)} form={form} />}
      {product && <Unsaved form={form} />}
      {disabled && (
        <p className="reason" id={reasonId}>
          {isSkippable && !form.dirty
            ? 'Enter the units, or skip this step.'
            : reasonNotToContinue(form, isUpcTaken)}
        </p>
      )}
      <span className="button-row">
        {product && nextStep && isSkippable && !form.dirty && (
          <Button href={addressOfStep(product, nextStep)}>Skip</Button>
        )}
        {product && (
          <Button {...common('save')} onClick={form.onSave}>
            Save
          </Button>
        )}
        <Button {...common('next')} type="submit">
          {nextStep ? 'Next' : 'Finish'}
        </Button>
      </span>
    </div>
  );
}

/** Says whether everything is saved; `Discard` asks first where it loses much. */
function Unsaved({ form }: { form: StepForm }) {
  const [isAsking, setAsking] = useState(false);
  function onDiscard({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (form.isUploading || isMuchToLose(form.initialValues, form.values)) return setAsking(true);
    // The button disappears.
    currentTarget.form?.focus({ preventScroll: true });
    form.discard();
  }
  return (
    <span className="wizard-unsaved">
      <span role="status">
        {form.isSaved && !form.isUnsaved && (
          <>
            <Icon name="check" /> Saved
          </>
        )}
      </span>
      {form.isUnsaved && (
        <>
          <span>Unsaved changes</span>
          <Button tone="link" disabled={form.isSubmitting} onClick={onDiscard}>
            Discard
          </Button>
        </>
      )}
      <ConfirmDialog
        title="Discard your changes to this step?"
        open={isAsking}
        danger
        confirmLabel="Discard Changes"
        cancelLabel="Keep Editing"
        onConfirm={() => {
          setAsking(false);
          form.discard();
        }}
        onCancel={() => setAsking(false)}
      >
        The fields go back to what was saved last.
      </ConfirmDialog>
    </span>
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
