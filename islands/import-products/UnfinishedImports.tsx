import { useState } from 'react';
import { type ImportStatus, type RecentImports, UPLOAD_PAGE } from '../../server/imports/contract';
import { discardPreview } from '../../server/imports/preview/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';

const STATUS: Record<ImportStatus, { tone: 'green' | 'yellow' | 'red'; text: string }> = {
  pending: { tone: 'yellow', text: 'Importing' },
  importing: { tone: 'yellow', text: 'Importing' },
  imported: { tone: 'green', text: 'Imported' },
  failed: { tone: 'red', text: 'Failed' },
};

const nameOf = (fileName: string) => fileName || 'CSV file';

/** Previews that were not submitted, and the latest imports with their status. */
export function UnfinishedImports({ recent }: { recent: RecentImports }) {
  const [discarded, setDiscarded] = useState<readonly number[]>([]);
  const previews = recent.previews.filter(({ id }) => !discarded.includes(id));
  if (previews.length + recent.imports.length === 0) return null;

  async function discard(id: number) {
    try {
      await call(discardPreview, { id });
      setDiscarded([...discarded, id]);
    } catch {
      notify('error', 'The file could not be discarded. Try again.');
    }
  }

  return (
    <section className="section" aria-label="Your files">
      <div className="section-head">
        <h2>Your files</h2>
      </div>
      <ul className="result-list">
        {previews.map((preview) => (
          <UnsubmittedFile key={preview.id} preview={preview} onDiscard={() => void discard(preview.id)} />
        ))}
        {recent.imports.map((started) => (
          <RecentImport key={`import ${started.id}`} {...started} />
        ))}
      </ul>
    </section>
  );
}

interface UnsubmittedFileProps {
  preview: RecentImports['previews'][number];
  onDiscard: () => void;
}

const Moment = ({ at }: { at: string }) => <span className="muted small">{useDates().moment(at)}</span>;

const UnsubmittedFile = ({ preview, onDiscard }: UnsubmittedFileProps) => (
  <li>
    <span className="row">
      <b className="sample">{nameOf(preview.file_name)}</b>
      <Badge tone="accent">Not submitted</Badge>
      <Moment at={preview.updated_at} />
    </span>
    <span className="row">
      <Button
        size="small"
        href={`${UPLOAD_PAGE}?preview=${preview.id}`}
        aria-label={`Continue with ${nameOf(preview.file_name)}`}
      >
        Continue
      </Button>
      <Button
        size="small"
        tone="quiet"
        aria-label={`Discard ${nameOf(preview.file_name)}`}
        onClick={onDiscard}
      >
        Discard
      </Button>
    </span>
  </li>
);

const RecentImport = ({ id, file_name, status, created_at, undone_at }: RecentImports['imports'][number]) => (
  <li>
    <span className="row">
      <b className="sample">{nameOf(file_name)}</b>
      {undone_at ? (
        <Badge>Update undone</Badge>
      ) : (
        <Badge tone={STATUS[status].tone}>{STATUS[status].text}</Badge>
      )}
      <Moment at={created_at} />
    </span>
    <Button size="small" href={`${UPLOAD_PAGE}?import=${id}`} aria-label={`Results for ${nameOf(file_name)}`}>
      View Results
    </Button>
  </li>
);
