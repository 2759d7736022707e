import { useEffect, useRef, useState } from 'react';
import {
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
import { needsMatching } from './matching';
import { fileFault } from './outcome';
import { showAddress } from './show-address';
import { untilRead } from './until-read';
import { usePreview } from './use-preview';
import { useRunningImport } from './use-running-import';
import { useStages } from './use-stages';

type Resume = ImportProductsProps['resume'];

/** Runs an import from the file to its result: upload, preview, import. All calls are idempotent. */
export function useImport(resume: Resume) {
  const stages = useStages(resume ? 'reading' : 'choose');
  const { stage, setStage, fault, setFault, runStage } = stages;
  const [file, setFile] = useState<File | null>(null);
  const { preview, setPreview, busy, change } = usePreview(stages);
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

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    const fileError = fileFault(chosen);
    forget();
    setPreview(null);
    setFile(fileError ? null : chosen);
    setStage(fileError ? 'choose' : 'reading');
    await runStage('choose', async (isLatest) => {
      if (fileError) return setFault(fileError);
      const shown = await readFile(chosen);
      if (!isLatest()) return;
      review(shown);
      showAddress(`${UPLOAD_PAGE}?preview=${shown.id}`);
    });
  }

  async function submit() {
    if (preview) await start('review', () => untilRead(() => call(commitPreview, { id: preview.id })));
  }

  async function retry() {
    if (record) await start('over', () => call(retryImport, { id: record.id }));
  }

  function reset() {
    stages.restart();
    setFile(null);
    setPreview(null);
    forget();
    showAddress(UPLOAD_PAGE);
  }

  return {
    stage,
    file,
    preview,
    record,
    fault,
    busy,
    watched,
    isMatching,
    setMatching,
    choose,
    change,
    submit,
    retry,
    reset,
  };
}

async function readFile(file: File): Promise<Preview> {
  const key = await upload(file);
  return untilRead(() => call(createPreview, {}, { key, file_name: file.name.slice(-255) }));
}

export type ImportFlow = ReturnType<typeof useImport>;
