import { useEffect, useRef } from 'react';
import type { Address } from '../../server/addresses/contract';
import { CheckField } from '../forms/choice-field';
import { FormModal } from '../forms/form-modal';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import { AddressFields } from './AddressFields';
import { AddressLines } from './AddressLines';
import {
  type AddressForm,
  type AddressFormOptions,
  type TypedAddressOptions,
  useAddressForm,
  useTypedAddress,
} from './use-address-form';
import { type AddressKind, addressWords } from './wording';

export interface AddressDialogProps extends AddressFormOptions {
  kind: AddressKind;
  /** Offers to make the address the default. */
  mayBeDefault?: boolean | undefined;
  onClose: () => void;
}

export function AddressFormDialog({ kind, mayBeDefault, onClose, ...options }: AddressDialogProps) {
  const { form, newer, takeNewer } = useAddressForm(options);
  const frame = useFirstProblem(form);
  const words = addressWords[kind];
  return (
    <FormModal
      title={`${options.address ? 'Edit' : 'Add'} ${words.noun}`}
      form={withoutDoubleError(form)}
      confirm={words.save}
      size="medium"
      ref={frame}
      unsaved={unsaved(form, words.noun)}
      onClose={onClose}
    >
      <AddressFields form={form} kind={kind} />
      {mayBeDefault && <DefaultField form={form} noun={words.noun} />}
      {newer && <NewerNotice address={newer} onTake={takeNewer} />}
    </FormModal>
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

const unsaved = ({ dirty }: AddressForm, noun: string) =>
  dirty && { title: `Close without saving this ${noun}?`, yes: 'Close Without Saving' };

type FieldName = keyof AddressForm['values'];

/** An error that stands at a field is not said again below the form. */
const withoutDoubleError = (form: AddressForm) => ({
  ...form,
  error: (Object.keys(form.values) as FieldName[]).some((name) => form.field(name).error) ? null : form.error,
});

interface TypedAddressProps extends TypedAddressOptions {
  title: string;
  /** What saving does beyond the address. */
  consequence: string | null;
  onClose: () => void;
}

/** An address that is typed for one order and saved nowhere else. */
export function TypedAddressDialog({ title, consequence, onClose, ...options }: TypedAddressProps) {
  const form = useTypedAddress(options);
  const frame = useFirstProblem(form);
  return (
    <FormModal
      title={title}
      form={withoutDoubleError(form)}
      confirm="Save Address"
      size="medium"
      ref={frame}
      unsaved={unsaved(form, addressWords.address.noun)}
      onClose={onClose}
    >
      {consequence && <Notice tone="yellow">{consequence}</Notice>}
      <AddressFields form={form} kind="address" />
    </FormModal>
  );
}

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
