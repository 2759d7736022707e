import { useEffect, useRef, useState } from 'react';
import {
  type ImportProductsProps,
  type ImportRecord,
  importCsv,
  retryImport,
  showImport,
  UPLOAD_PAGE,
} from '../../server/imports/contract';
import {
  commitPreview,
  createPreview,
  type FixAll,
  type Fixes,
  type Preview,
  showPreview,
  updatePreview,
} from '../../server/imports/preview/contract';
import { ApiError, call } from '../browser/api';
import { UploadError, upload } from '../forms/upload';
import { fileFault, outcomeOf } from './outcome';

const POLL_MS = 2_000;
/** Shows the progress dialog at least this long, also when the import is quicker. */
const SHOWN_MS = 700;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps the address current, so that leaving and returning resumes here. */
const showAddress = (path: string) => history.replaceState(history.state, '', path);

const errorText = (error: unknown) =>
  error instanceof ApiError || error instanceof UploadError
    ? error.message
    : 'Please check your connection and try again.';

const MAX_TRIES = 10;

/** Retries while the server answers 503 because it still reads the file; the calls are idempotent. */
async function untilRead<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 503;
      if (!isBusy || attempt >= MAX_TRIES) throw error;
      await wait(POLL_MS);
    }
  }
}

type ImportStage = 'choose' | 'reading' | 'review' | 'importing' | 'over';

interface Changes {
  mapping?: Preview['mapping'];
  fixes?: Fixes;
  fix_all?: FixAll[];
}

/** Runs an import from the file to its result: upload, preview, import. All calls are idempotent. */
export function useImport(resume: ImportProductsProps['resume']) {
  const [stage, setStage] = useState<ImportStage>(resume ? 'reading' : 'choose');
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [record, setRecord] = useState<ImportRecord | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** Whether the user waited for the end: then a modal shows the outcome. */
  const [watched, setWatched] = useState(false);
  const turn = useRef(0);
  const begin = useRef<() => void>(null);
  begin.current = () => {
    if (resume) void resumeImport(resume);
  };
  useEffect(() => {
    begin.current?.();
    return () => {
      turn.current++;
    };
  }, []);

  /** Runs one stage; a later stage supersedes it. A failure returns to `back` and shows its message. */
  async function runStage(back: ImportStage, work: (isLatest: () => boolean) => Promise<void>) {
    const stageTurn = ++turn.current;
    const isLatest = () => stageTurn === turn.current;
    setFault(null);
    try {
      await work(isLatest);
    } catch (error) {
      if (!isLatest()) return;
      setFault(errorText(error));
      setStage(back);
    }
  }

  const resumeImport = (to: NonNullable<typeof resume>) =>
    runStage('choose', async (isLatest) => {
      const shown = 'preview' in to ? await untilRead(() => call(showPreview, { id: to.preview })) : null;
      const started = 'import' in to ? to.import : shown?.import_id;
      if (started) await follow(isLatest, await call(showImport, { id: started }));
      if (started || !isLatest()) return;
      setPreview(shown);
      setStage('review');
    });

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    const fileError = fileFault(chosen);
    setRecord(null);
    setPreview(null);
    setFile(fileError ? null : chosen);
    setStage(fileError ? 'choose' : 'reading');
    await runStage('choose', async (isLatest) => {
      if (fileError) return setFault(fileError);
      const key = await upload(chosen);
      const shown = await untilRead(() =>
        call(createPreview, {}, { key, file_name: chosen.name.slice(-255) }),
      );
      if (!isLatest()) return;
      setPreview(shown);
      setStage('review');
      showAddress(`${UPLOAD_PAGE}?preview=${shown.id}`);
    });
  }

  /** Resolves to false on failure; the caller then keeps what was typed. */
  async function change(changes: Changes): Promise<boolean> {
    if (!preview) return false;
    setBusy(true);
    setFault(null);
    try {
      setPreview(await untilRead(() => call(updatePreview, { id: preview.id }, changes)));
      return true;
    } catch (error) {
      setFault(errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  /** Polls until the import ends. */
  async function follow(isLatest: () => boolean, started: ImportRecord) {
    if (!isLatest()) return;
    showAddress(`${UPLOAD_PAGE}?import=${started.id}`);
    for (let latest = started; isLatest(); ) {
      setRecord(latest);
      if (outcomeOf(latest) !== 'running') return setStage('over');
      setStage('importing');
      setWatched(true);
      await wait(latest === started ? SHOWN_MS : POLL_MS);
      // A failed poll is ignored; the next one follows.
      latest = await call(importCsv, {}, { key: started.key }).catch(() => latest);
    }
  }

  async function submit() {
    if (!preview) return;
    setStage('importing');
    setWatched(true);
    await runStage('review', async (isLatest) => {
      const [started] = await Promise.all([
        untilRead(() => call(commitPreview, { id: preview.id })),
        wait(SHOWN_MS),
      ]);
      await follow(isLatest, started);
    });
  }

  async function retry() {
    if (!record) return;
    setStage('importing');
    setWatched(true);
    await runStage('over', async (isLatest) => {
      const [started] = await Promise.all([call(retryImport, { id: record.id }), wait(SHOWN_MS)]);
      await follow(isLatest, started);
    });
  }

  function reset() {
    turn.current++;
    setStage('choose');
    setFile(null);
    setPreview(null);
    setRecord(null);
    setFault(null);
    setWatched(false);
    showAddress(UPLOAD_PAGE);
  }

  return { stage, file, preview, record, fault, busy, watched, choose, change, submit, retry, reset };
}

export type ImportFlow = ReturnType<typeof useImport>;
