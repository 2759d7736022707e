import { notify } from '../browser/alerts';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';

async function copy(number: string) {
  try {
    await navigator.clipboard.writeText(number);
    notify('success', 'Tracking number copied.');
  } catch {
    notify('error', 'The tracking number could not be copied. Select it and copy it by hand.');
  }
}

interface Props {
  number: string;
  url: string | null;
}

/** A link to the carrier's page, or a button that copies the number. */
export function TrackingNumber({ number, url }: Props) {
  if (url)
    return (
      <a className="tabular" href={url} target="_blank" rel="noopener noreferrer">
        {number}
        <span className="visually-hidden"> (opens the carrier's site)</span>
        <Icon name="external" />
      </a>
    );
  return (
    <>
      <b className="tabular">{number}</b>
      <Button
        tone="link"
        size="small"
        icon="copy"
        aria-label={`Copy tracking number ${number}`}
        onClick={() => void copy(number)}
      >
        Copy
      </Button>
    </>
  );
}
