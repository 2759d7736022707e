import { useState } from 'react';
import { type ImportRecord, importCsv, UPLOAD_PAGE } from '../../server/imports/contract';
import { call } from '../browser/api';
import { outcomeOf } from './outcome';
import { showAddress } from './show-address';
import { POLL_MS, wait } from './until-read';
import type { ImportStage, Stages } from './use-stages';

/** Shows the progress dialog at least this long, also when the import is quicker. */
const SHOWN_MS = 700;

/** Starts an import and follows it to its end. */
export function useRunningImport({ setStage, runStage }: Stages) {
  const [record, setRecord] = useState<ImportRecord | null>(null);
  /** Whether the user waited for the end: then a modal shows the outcome. */
  const [watched, setWatched] = useState(false);

  function watch() {
    setStage('importing');
    setWatched(true);
  }

  /** Polls until the import ends. */
  async function follow(isLatest: () => boolean, started: ImportRecord) {
    if (!isLatest()) return;
    showAddress(`${UPLOAD_PAGE}?import=${started.id}`);
    for (let latest = started; isLatest(); ) {
      setRecord(latest);
      if (outcomeOf(latest) !== 'running') return setStage('over');
      watch();
      await wait(latest === started ? SHOWN_MS : POLL_MS);
      // A failed poll is ignored; the next one follows.
      latest = await call(importCsv, {}, { key: started.key }).catch(() => latest);
    }
  }

  async function start(back: ImportStage, request: () => Promise<ImportRecord>) {
    watch();
    await runStage(back, async (isLatest) => {
      const [started] = await Promise.all([request(), wait(SHOWN_MS)]);
      await follow(isLatest, started);
    });
  }

  function forget() {
    setRecord(null);
    setWatched(false);
  }

  return { record, watched, follow, start, forget };
}
