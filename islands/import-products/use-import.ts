import { useEffect, useRef, useState } from 'react';
import {
  type CommitBody,
  type ImportProductsProps,
  retryImport,
  showImport,
  UPLOAD_PAGE,
} from '../../server/imports/contract';
import {
  commitPreview,
  createPreview,
  type Preview,
  showPreview,
} from '../../server/imports/preview/contract';
import { call, upload } from '../browser/api';
import { mayLeave, useUnsaved } from '../browser/navigation';
import { fileFault, workbookHint } from './file-fault';
import { needsMatching } from './matching';
import { showAddress } from './show-address';
import { untilRead } from './until-read';
import type { UpdateChoice } from './update-choice';
import { useCorrections } from './use-corrections';
import { usePreview } from './use-preview';
import { useRunningImport } from './use-running-import';
import { useStages } from './use-stages';

type Resume = ImportProductsProps['resume'];

/** Runs an import from the file to its result: upload, preview, import. All calls are idempotent. */
export function useImport(resume: Resume) {
  const stages = useStages(resume ? 'reading' : 'choose');
  const { stage, setStage, fault, setFault, runStage } = stages;
  const [file, setFile] = useState<File | null>(null);
  const [hint, setHint] = useState('');
  const { preview, setPreview, busy, change } = usePreview(stages);
  const corrections = useCorrections(preview?.groups ?? [], change);
  useUnsaved(!corrections.isUntouched);
  const [updates, setUpdates] = useState(NO_UPDATES);
  const { record, watched, follow, start, forget } = useRunningImport(stages);
  const [isMatching, setMatching] = useState(false);
  const begin = useRef<() => void>(null);
  begin.current = () => {
    if (resume) void resumeImport(resume);
  };
  useEffect(() => begin.current?.(), []);

  function review(shown: Preview | null) {
    setPreview(shown);
    setMatching(shown !== null && needsMatching(shown));
    setStage('review');
  }

  const resumeImport = (to: NonNullable<Resume>) =>
    runStage('choose', async (isLatest) => {
      const shown = 'preview' in to ? await untilRead(() => call(showPreview, { id: to.preview })) : null;
      const started = 'import' in to ? to.import : shown?.import_id;
      if (started) await follow(isLatest, await call(showImport, { id: started }));
      else if (isLatest()) review(shown);
    });

  const reading = useRef<File>(null);

  /** A file that is chosen while the page hydrates comes twice: as the field's value and by its event. */
  async function choose(chosen: File | undefined) {
    if (!chosen || isSame(chosen, reading.current)) return;
    reading.current = chosen;
    try {
      await take(chosen);
    } finally {
      reading.current = null;
    }
  }

  async function take(chosen: File) {
    if (!(await mayLeave())) return;
    const fileError = fileFault(chosen);
    forget();
    setPreview(null);
    corrections.clear();
    setUpdates(NO_UPDATES);
    setFile(fileError ? null : chosen);
    setHint(fileError ? workbookHint(chosen.name) : '');
    setStage(fileError ? 'choose' : 'reading');
    await runStage('choose', async (isLatest) => {
      if (fileError) return setFault(fileError);
      const shown = await readFile(chosen);
      if (!isLatest()) return;
      review(shown);
      showAddress(`${UPLOAD_PAGE}?preview=${shown.id}`);
    });
  }

  /** What was typed and not checked is applied first. */
  async function submit() {
    if (!corrections.isUntouched && !(await corrections.apply())) return;
    if (!preview) return;
    const { id } = preview;
    const { body } = updates;
    await start('review', () =>
      untilRead(() => call(commitPreview, { id }, body)).catch(async (error: unknown) => {
        // What is missing from the file may be more now.
        if (body?.sold_out) setPreview(await untilRead(() => call(showPreview, { id })));
        throw error;
      }),
    );
  }

  async function retry() {
    if (record) await start('over', () => call(retryImport, { id: record.id }));
  }

  function reset() {
    stages.restart();
    setFile(null);
    setPreview(null);
    corrections.clear();
    setUpdates(NO_UPDATES);
    forget();
    showAddress(UPLOAD_PAGE);
  }

  return {
    stage,
    file,
    hint,
    preview,
    record,
    fault,
    busy,
    watched,
    isMatching,
    setMatching,
    corrections,
    updates,
    setUpdates,
    choose,
    change,
    submit,
    retry,
    reset,
  };
}

const isSame = (file: File, other: File | null) =>
  file.name === other?.name && file.size === other.size && file.lastModified === other.lastModified;

async function readFile(file: File): Promise<Preview> {
  const key = await upload(file);
  const saved_at = file.lastModified > 0 ? new Date(file.lastModified).toISOString() : undefined;
  return untilRead(() => call(createPreview, {}, { key, file_name: file.name.slice(-255), saved_at }));
}

/** What the seller chose of the differences between file and catalog. */
export interface ChosenUpdates {
  choice: UpdateChoice | null;
  /** What is sent with the preview. */
  body?: CommitBody | undefined;
  /** Why it can't be submitted; '' if it can. */
  fault: string;
}

const NO_UPDATES: ChosenUpdates = { choice: null, fault: '' };

export type ImportFlow = ReturnType<typeof useImport>;
