import '../page/shared';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import type { Address } from '../../server/addresses/contract';
import { CheckField } from '../forms/choice-field';
import { FormError } from '../forms/form-error';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { Notice } from '../ui/notice';
import { AddressFields } from './AddressFields';
import { AddressLines } from './AddressLines';
import { type AddressForm, type AddressFormOptions, useAddressForm } from './use-address-form';
import { type AddressKind, addressWords } from './wording';

export interface AddressDialogProps extends AddressFormOptions {
  kind: AddressKind;
  /** Offers to make the address the default. */
  mayBeDefault?: boolean | undefined;
  onClose: () => void;
}

export function AddressFormDialog({ kind, mayBeDefault, onClose, ...options }: AddressDialogProps) {
  const { form, newer, takeNewer } = useAddressForm(options);
  const formId = useId();
  const frame = useFirstProblem(form);
  const words = addressWords[kind];
  const close = () => {
    if (!form.dirty || window.confirm(`Close without saving this ${words.noun}?`)) onClose();
  };
  const submit = (event: FormEvent) => {
    // React bubbles through portals.
    event.stopPropagation();
    form.onSubmit(event);
  };
  return (
    <Modal
      title={`${options.address ? 'Edit' : 'Add'} ${words.noun}`}
      open
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} tone="primary" busy={form.isSubmitting}>
            {words.save}
          </Button>
        </>
      }
    >
      <form id={formId} ref={frame} className="form" noValidate onSubmit={submit}>
        <AddressFields form={form} kind={kind} />
        {mayBeDefault && <DefaultField form={form} noun={words.noun} />}
        {hasFieldError(form) || <FormError>{form.error}</FormError>}
        {newer && <NewerNotice address={newer} onTake={takeNewer} />}
      </form>
    </Modal>
  );
}

const DefaultField = ({ form, noun }: { form: AddressForm; noun: string }) => (
  <CheckField
    label={`Make this the default ${noun}`}
    name="default"
    checked={form.values.default}
    onChange={(isDefault) => void form.setFieldValue('default', isDefault)}
  />
);

const NewerNotice = ({ address, onTake }: { address: Address; onTake: () => void }) => (
  <Notice
    tone="yellow"
    title="Newer saved address"
    action={
      <Button size="small" onClick={onTake}>
        Use These Values
      </Button>
    }
  >
    <p>{address.company}</p>
    <AddressLines address={address} />
  </Notice>
);

type FieldName = keyof AddressForm['values'];

const hasFieldError = (form: AddressForm) =>
  (Object.keys(form.values) as FieldName[]).some((name) => form.field(name).error);

/** After a failed attempt, leads to the first field with an error, else to the form's message. */
function useFirstProblem({ submitCount, isSubmitting }: AddressForm) {
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    const invalid = frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else frame.current?.querySelector('.form-error')?.scrollIntoView({ block: 'center' });
  }, [submitCount, isSubmitting]);
  return frame;
}
