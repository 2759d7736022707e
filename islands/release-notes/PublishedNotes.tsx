import { formatUnits } from '../../server/contract/money';
import type { ReleaseNote } from '../../server/notices/contract';
import { Badge } from '../ui/badge';
import { useDates } from '../ui/dates';
import { Empty } from '../ui/empty';
import { Failed, Skeleton } from '../ui/feedback';
import { audienceOf } from './audience';

type Note = ReleaseNote & { dismissed: number };

interface Props {
  notes: Note[] | undefined;
  failed: boolean;
  onRetry: () => void;
}

export const PublishedNotes = ({ notes, failed, onRetry }: Props) => (
  <section className="stack tight" aria-label="Published notes">
    <h2>Published</h2>
    {!notes &&
      (failed ? (
        <Failed onRetry={onRetry}>The notes could not be loaded.</Failed>
      ) : (
        <Skeleton shape="lines" />
      ))}
    {notes?.length === 0 && (
      <Empty icon="bell" title="No notes yet">
        Published notes appear here.
      </Empty>
    )}
    {notes?.map((note) => (
      <NoteCard key={note.id} note={note} />
    ))}
  </section>
);

function NoteCard({ note }: { note: Note }) {
  const { day } = useDates();
  return (
    <article className="card">
      <div className="card-body">
        <div className="row small">
          <strong>{day(note.created_at)}</strong>
          <Badge>{audienceOf(note)}</Badge>
          <span className="faint">
            {note.dismissed === 1 ? 'Read by 1 person' : `Read by ${formatUnits(note.dismissed)} people`}
          </span>
        </div>
        <p className="prose small pre-line">{note.body}</p>
      </div>
    </article>
  );
}
