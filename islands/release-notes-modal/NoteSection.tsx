import { useDates } from '../ui/dates';

export interface Note {
  id: number;
  created_at: string;
  body: string;
}

/** A note as its readers and the preview of staff show it. */
export function NoteSection({ created_at, body }: Pick<Note, 'created_at' | 'body'>) {
  const { day } = useDates();
  return (
    <section className="release-note">
      <h3>{day(created_at)}</h3>
      {body.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that does not change
        <p key={index}>{line}</p>
      ))}
    </section>
  );
}
