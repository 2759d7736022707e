import { useEffect, useId, useRef, useState } from 'react';
import { counted } from '../../../server/contract/money';
import { notify } from '../../browser/alerts';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/feedback';
import { Modal } from '../../ui/modal';
import { BulkForm, MAX_NOTE_LENGTH, percentFault } from './BulkForm';
import { BulkPreviewTable, BulkResults, progressText, totalsText } from './BulkTables';
import { type BulkChoice, useBulkAnswer } from './use-bulk-answer';

interface Props {
  offerIds: readonly number[];
  onClose: (isSent: boolean) => void;
}

const SLOW = 'This takes longer than usual. You can close this: each offer shows its answer once it is sent.';

const FIRST: BulkChoice = { action: 'accept_at_or_above', percent: '90', note: '' };

/** One answer to many offers: the question, what it would do, what it did. Nothing is sent before the preview. */
export function BulkDialog({ offerIds, onClose }: Props) {
  const [ids, setIds] = useState(offerIds);
  const [question, setQuestion] = useState(FIRST);
  const bulk = useBulkAnswer();
  const { preview, answer, problem, busy, isSent, isSlow } = bulk;
  const step = answer ? 'results' : preview ? 'preview' : 'question';
  const body = useStepFocus(step);
  const failed = answer?.rows.filter(({ state }) => state === 'failed') ?? [];
  const [isAsked, setAsked] = useState(false);
  const fault = isAsked ? percentFault(question) : null;

  function look() {
    setAsked(true);
    if (percentFault(question))
      body.current?.querySelector<HTMLElement>('.bulk-choices .input:enabled')?.focus();
    else if (question.note.length <= MAX_NOTE_LENGTH) void bulk.look(ids, question);
  }

  function close() {
    const isUnderWay = answer ? answer.state === 'running' : isSent && busy;
    if (isUnderWay) notify('other', 'Your answers are still being sent. Each offer shows its answer.');
    onClose(isSent);
  }

  function retry() {
    const again = failed.map(({ offer_id }) => offer_id);
    setIds(again);
    void bulk.look(again, question);
  }

  return (
    <Modal
      title={`Answer ${counted(ids.length, 'offer')}`}
      open
      onClose={close}
      size={step === 'question' ? 'medium' : 'large'}
      footer={
        <BulkButtons
          step={step}
          bulk={bulk}
          canRetry={failed.length > 0 && answer?.state === 'done'}
          onLook={look}
          onRetry={retry}
          onClose={close}
        />
      }
    >
      <div ref={body} className="stack" tabIndex={-1}>
        <FormError>{problem}</FormError>
        {/* Always there: screen readers miss a status that comes with its text. */}
        <p role="status" className="bulk-summary">
          {answer ? progressText(answer) : preview && totalsText(preview)}
          {isSlow && <small className="muted"> {SLOW}</small>}
        </p>
        {step === 'question' && (
          <BulkForm question={question} fault={fault} onChange={setQuestion} onEnter={look} />
        )}
        {step === 'preview' && preview && <BulkPreviewTable rows={preview.rows} totals={preview.totals} />}
        {answer && <BulkResults {...answer} />}
      </div>
    </Modal>
  );
}

interface BulkButtonsProps {
  step: 'question' | 'preview' | 'results';
  bulk: ReturnType<typeof useBulkAnswer>;
  canRetry: boolean;
  onLook: () => void;
  onRetry: () => void;
  onClose: () => void;
}

function BulkButtons({ step, bulk, canRetry, onLook, onRetry, onClose }: BulkButtonsProps) {
  const { preview, busy } = bulk;
  const count = preview ? preview.rows.length - preview.totals.skip : 0;
  const reasonId = useId();
  return (
    <>
      {step === 'question' && <Button onClick={onClose}>Cancel</Button>}
      {step === 'question' && (
        <Button tone="primary" busy={busy} onClick={onLook}>
          Preview Answers
        </Button>
      )}
      {step === 'preview' && count === 0 && (
        <p className="reason" id={reasonId}>
          All are skipped. Go back to change the answer.
        </p>
      )}
      {step === 'preview' && <Button onClick={bulk.back}>Back</Button>}
      {step === 'preview' && (
        <Button
          tone="primary"
          busy={busy}
          disabled={count === 0}
          aria-describedby={count === 0 ? reasonId : undefined}
          onClick={bulk.send}
        >
          {`Send ${counted(count, 'Answer')}`}
        </Button>
      )}
      {step === 'results' && canRetry && (
        <Button busy={busy} onClick={onRetry}>
          Retry Failed
        </Button>
      )}
      {step === 'results' && (
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      )}
    </>
  );
}

/** The button that led to the next step is gone with its step. */
function useStepFocus(step: string) {
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per step
  useEffect(() => {
    const dialog = body.current?.closest('dialog');
    const target =
      body.current?.querySelector<HTMLElement>('input:checked') ??
      dialog?.querySelector<HTMLElement>('.dialog-foot .primary:enabled');
    (target ?? body.current)?.focus();
  }, [step]);
  return body;
}
