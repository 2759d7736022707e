import { useState } from 'react';
import {
  type BulkAction,
  type BulkAnswer,
  type BulkPreview,
  previewBulkAnswer,
  startBulkAnswer,
} from '../../../server/answers/contract';
import { call } from '../../browser/api';
import { newKey } from '../../browser/new-key';
import { useAct } from '../../browser/use-act';
import { useBulkResults } from './use-bulk-results';

export interface BulkChoice {
  action: BulkAction;
  /** As typed. */
  percent: string;
  note: string;
}

const FAILED = 'Nothing was sent. Check your connection and try again.';

interface Previewed extends BulkPreview {
  selection: object;
  /** The same for every attempt to send this preview. */
  key: string;
}

/** Preview, then send, then follow until every offer is answered. */
export function useBulkAnswer() {
  const [preview, setPreview] = useState<Previewed | null>(null);
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const { busy, problem, run } = useAct({ failed: FAILED });
  const [isSent, setSent] = useState(false);
  const isSlow = useBulkResults(answer, setAnswer);

  const look = (offerIds: readonly number[], { action, percent, note }: BulkChoice) =>
    run(async () => {
      const selection = {
        offer_ids: offerIds,
        action,
        ...(action !== 'reject' && { percent: percent.trim() }),
        ...(note.trim() && { note }),
      };
      const found = await call(previewBulkAnswer, {}, { bulk_answer: selection });
      setPreview({ ...found, selection, key: newKey() });
      setAnswer(null);
    });

  const send = () =>
    run(async () => {
      if (!preview) return;
      // Also where the reply is lost: the answers may be under way.
      setSent(true);
      const { selection, key } = preview;
      const rows = preview.rows
        .filter(({ action }) => action !== 'skip')
        .map(({ offer_id, version, new_total_cents }) => ({ offer_id, version, new_total_cents }));
      const { bulk_answer } = await call(startBulkAnswer, {}, { bulk_answer: { ...selection, key, rows } });
      setAnswer(bulk_answer);
    });

  return { preview, answer, problem, busy, isSent, isSlow, look, send, back: () => setPreview(null) };
}
