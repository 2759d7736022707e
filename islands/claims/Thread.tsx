import type { Claim } from '../../server/claims/contract';
import { useDates } from '../ui/dates';
import { authorOf } from './wording';

interface EntryProps {
  author: string;
  at: string;
  body: string;
  photos: readonly string[];
}

function Entry({ author, at, body, photos }: EntryProps) {
  const { moment } = useDates();
  return (
    <li>
      <div className="row between">
        <b>{author}</b>
        <time className="faint small" dateTime={at}>
          {moment(at)}
        </time>
      </div>
      <p className="claim-text" dir="auto">
        {body}
      </p>
      <Pictures photos={photos} author={author} />
    </li>
  );
}

function Pictures({ photos, author }: Pick<EntryProps, 'photos' | 'author'>) {
  if (photos.length === 0) return null;
  return (
    <div className="claim-photos">
      {photos.map((url, index) => (
        <a key={url} className="claim-photo" href={url} target="_blank" rel="noopener">
          <img src={url} alt={`${index + 1} of ${photos.length} from ${author}`} loading="lazy" />
        </a>
      ))}
    </div>
  );
}

/** The description, the messages and the decision, oldest first. */
export function Thread({ claim }: { claim: Claim }) {
  return (
    <>
      <ol className="claim-thread" aria-label="Messages">
        <Entry
          author={claim.buyer_name}
          at={claim.created_at}
          body={claim.description}
          photos={claim.photos}
        />
        {claim.messages.map((message) => (
          <Entry key={message.at + message.body} {...message} author={authorOf(claim, message.author)} />
        ))}
        {claim.explanation !== null && claim.decided_at !== null && (
          <Entry author="Our team" at={claim.decided_at} body={claim.explanation} photos={[]} />
        )}
      </ol>
      {claim.photos_pending > 0 && (
        <p className="muted small" role="status">
          We're checking the new photos. They appear in a moment.
        </p>
      )}
    </>
  );
}
