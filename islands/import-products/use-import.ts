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
    if (resume) void goOn(resume);
  };
  useEffect(() => {
    begin.current?.();
    return () => {
      turn.current++;
    };
  }, []);

  /** Runs one stage; a later stage supersedes it. A failure returns to `back` and shows its message. */
  async function runStage(back: ImportStage, work: (isMine: () => boolean) => Promise<void>) {
    const mine = ++turn.current;
    const isMine = () => mine === turn.current;
    setFault(null);
    try {
      await work(isMine);
    } catch (error) {
      if (!isMine()) return;
      setFault(errorText(error));
      setStage(back);
    }
  }

  const goOn = (to: NonNullable<typeof resume>) =>
    runStage('choose', async (isMine) => {
      const shown = 'preview' in to ? await untilRead(() => call(showPreview, { id: to.preview })) : null;
      const begun = 'import' in to ? to.import : shown?.import_id;
      if (begun) await follow(isMine, await call(showImport, { id: begun }));
      if (begun || !isMine()) return;
      setPreview(shown);
      setStage('review');
    });

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    const wrong = fileFault(chosen);
    setRecord(null);
    setPreview(null);
    setFile(wrong ? null : chosen);
    setStage(wrong ? 'choose' : 'reading');
    await runStage('choose', async (isMine) => {
      if (wrong) return setFault(wrong);
      const key = await upload(chosen);
      const shown = await untilRead(() =>
        call(createPreview, {}, { key, file_name: chosen.name.slice(-255) }),
      );
      if (!isMine()) return;
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
  async function follow(isMine: () => boolean, begun: ImportRecord) {
    if (!isMine()) return;
    showAddress(`${UPLOAD_PAGE}?import=${begun.id}`);
    for (let latest = begun; isMine(); ) {
      setRecord(latest);
      if (outcomeOf(latest) !== 'running') return setStage('over');
      setStage('importing');
      setWatched(true);
      await wait(latest === begun ? SHOWN_MS : POLL_MS);
      // A failed poll is ignored; the next one follows.
      latest = await call(importCsv, {}, { key: begun.key }).catch(() => latest);
    }
  }

  async function submit() {
    if (!preview) return;
    setStage('importing');
    setWatched(true);
    await runStage('review', async (isMine) => {
      const [begun] = await Promise.all([
        untilRead(() => call(commitPreview, { id: preview.id })),
        wait(SHOWN_MS),
      ]);
      await follow(isMine, begun);
    });
  }

  async function retry() {
    if (!record) return;
    setStage('importing');
    setWatched(true);
    await runStage('over', async (isMine) => {
      const [begun] = await Promise.all([call(retryImport, { id: record.id }), wait(SHOWN_MS)]);
      await follow(isMine, begun);
    });
  }

  function again() {
    turn.current++;
    setStage('choose');
    setFile(null);
    setPreview(null);
    setRecord(null);
    setFault(null);
    setWatched(false);
    showAddress(UPLOAD_PAGE);
  }

  return { stage, file, preview, record, fault, busy, watched, choose, change, submit, retry, again };
}

export type ImportFlow = ReturnType<typeof useImport>;
