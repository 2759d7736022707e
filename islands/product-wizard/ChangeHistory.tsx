import { useState } from 'react';
import { DAY_MS } from '../../server/contract/durations';
import {
  CHANGES_PER_PAGE,
  type ProductChange,
  showChanges,
  type WizardLocation,
} from '../../server/products/manage/contract';
import { call } from '../browser/api';
import { notifyError, useAct } from '../browser/use-act';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { fieldText, sourceText } from './change-words';

export interface ChangeHistoryProps {
  productId: number;
  locations: readonly WizardLocation[];
}

const FIRST_SHOWN = 5;
const WITHOUT_YEAR_MS = 300 * DAY_MS;

const pageOf = async (id: number, page: number) =>
  (await call(showChanges, { id }, undefined, { page })).changes;

/** What was changed of the product, newest first. */
export function ChangeHistory({ productId, locations }: ChangeHistoryProps) {
  const [first, refetch, { failed }] = usePreloaded(undefined, () => pageOf(productId, 1));
  const [later, setLater] = useState<readonly (readonly ProductChange[])[]>([]);
  const [isOpen, setOpen] = useState(false);
  const { busy, run } = useAct({ onError: notifyError("Earlier changes couldn't be loaded.") });

  if (!first && failed) return <Failed onRetry={refetch}>The change history couldn't be loaded.</Failed>;
  if (!first) return <Skeleton count={3} />;
  if (first.length === 0) return <p className="muted">No changes yet.</p>;
  const pages = [first, ...later];
  // A change that was made meanwhile moves one to the next page.
  const changes = [...new Map(pages.flat().map((change) => [change.id, change])).values()];
  const shown = isOpen ? changes : changes.slice(0, FIRST_SHOWN);
  const isMore = shown.length < changes.length || pages.at(-1)?.length === CHANGES_PER_PAGE;

  const showMore = () =>
    isOpen ? run(async () => setLater([...later, await pageOf(productId, pages.length + 1)])) : setOpen(true);

  return (
    <>
      <ChangeList changes={shown} locations={locations} />
      {isMore && (
        <div className="button-row">
          <Button size="small" busy={busy} onClick={() => void showMore()}>
            Show More
          </Button>
        </div>
      )}
    </>
  );
}

interface ListProps extends Pick<ChangeHistoryProps, 'locations'> {
  changes: readonly ProductChange[];
}

function ChangeList({ changes, locations }: ListProps) {
  const dates = useDates();
  const dateOf = (at: string) =>
    Date.now() - Date.parse(at) < WITHOUT_YEAR_MS ? dates.deadline(at) : dates.moment(at);
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  return (
    <ol className="wizard-changes">
      {changes.map((change) => (
        <li key={change.id}>
          <span className="muted">
            <time dateTime={change.at}>{dateOf(change.at)}</time>
            {[change.by?.name, sourceText(change)].map((part) => part && ` · ${part}`)}
            {' · '}
          </span>
          {change.fields.map((field) => fieldText(field, names)).join(', ')}
        </li>
      ))}
    </ol>
  );
}
