import { type SyntheticEvent, useRef, useState } from 'react';
import type { InferType } from 'yup';
import type { PropsOf } from '../../server/contract/island';
import {
  createReleaseNote,
  listReleaseNotes,
  type ReleaseNote,
  type releaseNotes,
} from '../../server/notices/contract';
import { releaseNoteForm } from '../../server/notices/schema';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { CheckField } from '../forms/choice-field';
import { useForm } from '../forms/form';
import { TextArea } from '../forms/text-area';
import { NoteSection } from '../release-notes-modal/NoteSection';
import { Button } from '../ui/button';
import { FormError, usePreloaded } from '../ui/feedback';
import { Icon } from '../ui/icon';
import { ConfirmDialog } from '../ui/modal';
import { audienceOf } from './audience';
import { PublishedNotes } from './PublishedNotes';

export default function ReleaseNotes(props: PropsOf<typeof releaseNotes>) {
  const [notes, refetch, { failed }] = usePreloaded(
    props.notes,
    async () => (await call(listReleaseNotes, {})).release_notes,
  );
  const [isAsking, setAsking] = useState(false);
  const frame = useRef<HTMLFormElement>(null);
  const form = useForm({
    schema: releaseNoteForm,
    initial: { body: '', buyer: false, seller: false },
    submit: async (release_notes) => {
      await call(createReleaseNote, {}, { release_notes });
      notify('success', 'Note published.');
      setAsking(false);
      form.resetForm();
      await refetch();
      // The dialog's button is gone and the form's is disabled, so the focus moves to the note.
      frame.current?.querySelector('textarea')?.focus();
    },
  });
  const askFirst = (event: SyntheticEvent) => {
    event.preventDefault();
    if (form.ready) setAsking(true);
  };
  return (
    <>
      <p className="lede">Tell buyers and sellers what's new. A note can't be changed once it's published.</p>
      <div className="split">
        <form ref={frame} className="form" noValidate onSubmit={askFirst}>
          <TextArea label="Note" rows={6} {...form.field('body')} />
          <Audience form={form} />
          <div className="row">
            <Button type="submit" tone="primary" disabled={!form.ready}>
              Publish Note
            </Button>
            {!form.ready && <span className="disabled-reason">Enter a note and choose who will see it.</span>}
          </div>
        </form>
        <Preview {...form.values} />
        <PublishedNotes notes={notes} failed={failed} onRetry={refetch} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Publish this note?"
          open
          confirmLabel="Publish Note"
          busy={form.isSubmitting}
          onConfirm={() => void form.submitForm()}
          onCancel={() => setAsking(false)}
        >
          <p>
            {audienceOf(form.values)} will see it once, after signing in. It can't be changed or taken back.
          </p>
          <FormError>{form.error}</FormError>
        </ConfirmDialog>
      )}
    </>
  );
}

type NoteForm = ReturnType<typeof useForm<InferType<typeof releaseNoteForm>>>;

function Audience({ form }: { form: NoteForm }) {
  const { buyer, seller } = form.values;
  const choose = (name: 'buyer' | 'seller') => (checked: boolean) => {
    void form.setFieldValue(name, checked);
    void form.setFieldTouched(name, true, false);
  };
  const error = form.touched.buyer || form.touched.seller ? form.errors.buyer : undefined;
  return (
    <fieldset className="fieldset">
      <legend>Audience</legend>
      <div className="row">
        <CheckField label="Buyers" name="buyer" checked={buyer} onChange={choose('buyer')} />
        <CheckField label="Sellers" name="seller" checked={seller} onChange={choose('seller')} />
      </div>
      {error && <span className="error">{error}</span>}
    </fieldset>
  );
}

const Preview = ({ body, buyer, seller }: Pick<ReleaseNote, 'body' | 'buyer' | 'seller'>) => (
  <aside className="aside between">
    <h2>Preview</h2>
    <p className="muted small">
      {buyer || seller
        ? `${audienceOf({ buyer, seller })} will see this once, after signing in.`
        : 'Choose an audience.'}
    </p>
    <div className="dialog note-preview">
      <div className="dialog-head">
        <h3>New Features!</h3>
        <Icon name="close" />
      </div>
      <div className="dialog-body">
        <NoteSection created_at={new Date().toISOString()} body={body || 'Your note…'} />
      </div>
      <div className="dialog-foot">
        <span className="button primary">Got it</span>
      </div>
    </div>
  </aside>
);
