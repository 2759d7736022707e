import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { listAddresses } from '../../server/addresses/contract';
import type { PropsOf } from '../../server/contract/island';
import { type Product, showProduct } from '../../server/products/contract';
import type { ProductWizardProps, productWizard } from '../../server/products/manage/contract';
import { missingSteps, stepNames } from '../../server/products/rules';
import { showDashboard, showSeller, showShippingSettings } from '../../server/sellers/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { given, pathParts, visit } from '../browser/navigation';
import { useLateComponent } from '../browser/use-late-component';
import { Readiness } from '../dashboard/Dashboard';
import { useLinkedField } from '../forms/form';
import { FormError, LoadProps, Notice } from '../ui/feedback';
import type { ChangeHistoryProps } from './ChangeHistory';
import { Details, Dimensions, Packaging, Quantity } from './Optional';
import { Description, Identifiers, Pricing, type UpcState, useUpc } from './Required';
import { Shell } from './Shell';
import { MissingNotice, StepButtons, StepList } from './StepNavigation';
import {
  addressOfStep,
  canSkip,
  listAddress,
  messagesOf,
  publishingStep,
  type Saving,
  stepAfter,
  stepTitles,
} from './steps';
import { type StepForm, useStep } from './use-step';
import { useStepFocus } from './use-step-focus';

export default function ProductWizard(props: PropsOf<typeof productWizard>) {
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
  const form = useStep({ step, product, locations, onProduct: setProduct, onSaved });
  const element = useRef<HTMLFormElement>(null);
  useLinkedField(element);
  useStepFocus(element);
  const upc = useUpc(
    step === 'identifiers' ? String(form.values.upc ?? '').trim() : '',
    product && { id: product.id, upc: product.upc },
  );

  function onSaved(saved: Product, earlier: Product | null, saving: Saving) {
    for (const [kind, text] of messagesOf({ step, saved, earlier, saving }, profile_complete))
      notify(kind, text);
    if (saving === 'save') return setProduct(saved);
    // Back leads to the new product instead of an empty form.
    if (!earlier) history.replaceState(history.state, '', addressOfStep(saved, step));
    const nextStep = stepAfter(step);
    visit(nextStep ? addressOfStep(saved, nextStep) : listAddress(frame, saved));
  }

  return (
    <Shell
      frame={frame}
      product={product}
      lede={`${stepTitles[step]} · ${stepNames.indexOf(step) + 1} of ${stepNames.length}`}
    >
      <div className="wizard">
        <div className="wizard-side">
          <StepList current={step} product={product} />
          {product?.readiness && (
            <div className={clsx('wizard-ready', step !== stepNames[0] && 'not-first')}>
              <Readiness productId={product.id} readiness={product.readiness} most={3} />
            </div>
          )}
        </div>
        <form
          ref={element}
          tabIndex={-1}
          className="wizard-form form"
          noValidate
          onSubmit={form.onSubmit}
          aria-label={stepTitles[step]}
        >
          <MissingNotice product={product} current={step} />
          {form.restored && (
            <Notice tone="accent" live>
              You have unsaved changes from an earlier visit.
            </Notice>
          )}
          <StepFields key={form.discards} {...props} product={product} form={form} upc={upc} />
          <FormError>{form.error}</FormError>
          <StepButtons step={step} product={product} form={form} isUpcTaken={upc === 'taken'} />
        </form>
      </div>
      {product && <History key={product.version} productId={product.id} locations={locations} />}
    </Shell>
  );
}

/** Below every step. */
function History(props: ChangeHistoryProps) {
  const Changes = useLateComponent({
    wanted: true,
    load: () => import('./ChangeHistory').then((loaded) => loaded.ChangeHistory),
    onFailure: () => undefined,
  });
  return (
    <section className="wizard-history stack" aria-labelledby="change-history">
      <h2 id="change-history">Change history</h2>
      {Changes && <Changes {...props} />}
    </section>
  );
}

interface StepFieldsProps extends ProductWizardProps {
  form: StepForm;
  upc: UpcState;
}

function StepFields(props: StepFieldsProps) {
  const { step, product, fee_bps, shipping_terms, profile_complete, locations, form, upc } = props;
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
          shippingTerms={shipping_terms}
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

/** What the wizard's page gives its island, read off the address: a new product where it names none. */
async function loadWizard(): Promise<ProductWizardProps> {
  const isOurs = pathParts()[1] === 'edit_product';
  const id = given('product-wizard', 'productId', isOurs ? 2 : null);
  const named = given('product-wizard', 'step', isOurs ? 3 : null);
  const isEdit = /^\d+$/.test(id ?? '');
  const [{ frame, fee_bps }, product] = await Promise.all([
    call(showDashboard, {}),
    isEdit ? call(showProduct, { id: Number(id) }) : null,
  ]);
  const [addresses, shipping_terms] = frame
    ? await Promise.all([
        call(listAddresses, {}).then((list) => list.addresses),
        call(showShippingSettings, {}).then(({ shipping }) => shipping.terms),
      ])
    : [[], null];
  const seller = frame ?? (product && (await call(showSeller, { id: product.seller_id })));
  const step = product ? (stepNames.find((name) => name === named) ?? missingSteps(product)[0]) : undefined;
  return {
    frame,
    profile_complete: seller?.profile_complete ?? false,
    fee_bps,
    shipping_terms,
    product,
    locations: addresses.map(({ id, company, city, region, default: isDefault }) => ({
      id,
      name: `${company}, ${city}, ${region}`,
      default: isDefault,
    })),
    step: step ?? 'identifiers',
  };
}
