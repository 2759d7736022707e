import { useRef } from 'react';
import {
  createReleaseNote,
  listReleaseNotes,
  type ReleaseNote,
  releaseNoteForm,
} from '../../server/notices/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { CheckField } from '../forms/choice-field';
import { useForm } from '../forms/form';
import { TextArea } from '../forms/text-field';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { day } from '../ui/dates';
import { Empty, Failed } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';

type Note = ReleaseNote & { dismissed: number };

const audienceOf = ({ buyer, seller }: { buyer: boolean; seller: boolean }) =>
  buyer && seller ? 'Buyers and sellers' : buyer ? 'Buyers' : seller ? 'Sellers' : 'Nobody yet';

export default function ReleaseNotes(props: { notes?: Note[] }) {
  const [notes, refetch, { failed }] = usePreloaded(
    props.notes,
    async () => (await call(listReleaseNotes, {})).release_notes,
  );
  const form = useForm({
    schema: releaseNoteForm,
    initial: { body: '', buyer: false, seller: false },
    submit: async (release_notes) => {
      await call(createReleaseNote, {}, { release_notes });
      notify('success', 'The note is published.');
      form.resetForm();
      // The button is disabled after publishing, so the focus moves to the note.
      note.current?.querySelector('textarea')?.focus();
      await refetch();
    },
  });
  const note = useRef<HTMLFormElement>(null);
  const { body, buyer, seller } = form.values;
  const forWhom =
    form.touched.buyer || form.touched.seller ? (form.errors.buyer as string | undefined) : undefined;
  const choose = (name: 'buyer' | 'seller') => (checked: boolean) => {
    void form.setFieldValue(name, checked);
    void form.setFieldTouched(name, true, false);
  };
  return (
    <div className="split">
      <form ref={note} className="form" noValidate onSubmit={form.onSubmit}>
        <TextArea label="Note" rows={6} {...form.field('body')} />
        <fieldset className="fieldset">
          <legend>Who will see it</legend>
          <CheckField label="Buyers" name="buyer" checked={buyer} onChange={choose('buyer')} />
          <CheckField label="Sellers" name="seller" checked={seller} onChange={choose('seller')} />
          {forWhom && <span className="error">{forWhom}</span>}
        </fieldset>
        {form.error && (
          <p className="form-error" role="alert">
            {form.error}
          </p>
        )}
        <div>
          <Button type="submit" tone="primary" busy={form.isSubmitting} disabled={!form.ready}>
            Publish
          </Button>
        </div>
      </form>
      <aside className="aside between">
        <h2>Preview</h2>
        <p className="muted small">
          {buyer || seller
            ? `${audienceOf({ buyer, seller })} will see this once, after signing in.`
            : 'Nobody will see this yet: say who.'}
        </p>
        <div className="card">
          <div className="card-head">
            <strong>New Features!</strong>
          </div>
          <div className="card-body">
            <p className="pre-line">{body || 'Your note …'}</p>
          </div>
        </div>
      </aside>
      <section className="stack" aria-label="Published notes">
        <h2>Published</h2>
        {!notes &&
          (failed ? (
            <Failed onRetry={refetch}>The notes could not be loaded.</Failed>
          ) : (
            <Skeleton shape="lines" />
          ))}
        {notes?.length === 0 && (
          <Empty icon="bell" title="No notes yet.">
            The first one appears here.
          </Empty>
        )}
        {notes?.map((one) => (
          <article key={one.id} className="card">
            <div className="card-head">
              <strong>{day(one.created_at)}</strong>
              <Badge>{audienceOf(one)}</Badge>
            </div>
            <div className="card-body">
              <p className="prose pre-line">{one.body}</p>
              <p className="faint tiny">{one.dismissed} read it</p>
            </div>
          </article>
        ))}
      </section>
    </div>
  );
}
