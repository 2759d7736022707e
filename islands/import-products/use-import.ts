import { useEffect, useRef, useState } from 'react';
import {
  commitPreview,
  createPreview,
  type Fixes,
  type ImportRecord,
  importCsv,
  type Preview,
  updatePreview,
} from '../../server/imports/contract';
import { ApiError, call } from '../kit/api';
import { UploadError, upload } from '../kit/upload';
import { fileFault, outcomeOf } from './outcome';

const POLL_MS = 2_000;
/** Three rows are imported at once; that they were imported is still to be seen. */
const SHOWN_MS = 700;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const inWords = (error: unknown) =>
  error instanceof ApiError || error instanceof UploadError
    ? error.message
    : 'Please check your connection and try again.';

type Stage = 'choose' | 'reading' | 'review' | 'importing' | 'over';

/** From the file to its result: upload, preview, import, by calls that may be asked again. */
export function useImport() {
  const [stage, setStage] = useState<Stage>('choose');
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [record, setRecord] = useState<ImportRecord | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    const mine = ++turn.current;
    const wrong = fileFault(chosen);
    setFault(wrong);
    setRecord(null);
    setPreview(null);
    setFile(wrong ? null : chosen);
    setStage(wrong ? 'choose' : 'reading');
    if (wrong) return;
    try {
      const key = await upload(chosen);
      const shown = await call(createPreview, {}, { key });
      if (mine !== turn.current) return;
      setPreview(shown);
      setStage('review');
    } catch (error) {
      if (mine !== turn.current) return;
      setFault(inWords(error));
      setStage('choose');
    }
  }

  async function change(changes: { mapping?: Preview['mapping']; fixes?: Fixes }) {
    if (!preview) return;
    setBusy(true);
    setFault(null);
    try {
      setPreview(await call(updatePreview, { id: preview.id }, changes));
    } catch (error) {
      setFault(inWords(error));
    } finally {
      setBusy(false);
    }
  }

  async function submit() {
    if (!preview) return;
    const mine = ++turn.current;
    setFault(null);
    setStage('importing');
    try {
      const [begun] = await Promise.all([call(commitPreview, { id: preview.id }), wait(SHOWN_MS)]);
      let latest = begun;
      while (mine === turn.current) {
        setRecord(latest);
        if (outcomeOf(latest) !== 'running') break;
        await wait(latest === begun ? SHOWN_MS : POLL_MS);
        // A poll that fails is one of many.
        latest = await call(importCsv, {}, { key: preview.key }).catch(() => latest);
      }
      if (mine === turn.current) setStage('over');
    } catch (error) {
      if (mine !== turn.current) return;
      setFault(inWords(error));
      setStage('review');
    }
  }

  return {
    stage,
    file,
    preview,
    record,
    fault,
    busy,
    choose,
    change,
    submit,
    /** Another file. */
    again() {
      turn.current++;
      setStage('choose');
      setFile(null);
      setPreview(null);
      setRecord(null);
      setFault(null);
    },
  };
}

export type ImportFlow = ReturnType<typeof useImport>;
