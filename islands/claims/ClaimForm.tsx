import { useId, useState } from 'react';
import { type ClaimableLine, openClaim } from '../../server/claims/contract';
import { type ClaimReason, MAX_CLAIM_TEXT } from '../../server/claims/rules';
import { type Cents, dollars } from '../../server/contract/money';
import { receiveOrder } from '../../server/shipping/contract';
import { call } from '../browser/api';
import { useUnsaved } from '../browser/navigation';
import { useAct } from '../browser/use-act';
import { TextArea } from '../forms/text-area';
import { Button } from '../ui/button';
import { FormError, Notice } from '../ui/feedback';
import { Modal } from '../ui/modal';
import {
  blankLine,
  descriptionProblem,
  linesProblem,
  needsPhoto,
  requestedCents,
  type TypedLine,
} from './claim-draft';
import { LineFields } from './LineFields';
import { PhotoField } from './PhotoField';
import { usePhotos } from './use-photos';

export interface ClaimFormProps {
  orderId: number;
  claimable: readonly ClaimableLine[];
  /** An order on its way is received with the claim, unless nothing arrived. */
  isOnItsWay: boolean;
  onClose: () => void;
  onOpened: () => unknown;
}

const claimedLine = ({ id, quantity, reason }: TypedLine) => ({
  purchase_order_product_id: id,
  quantity,
  reason: reason as ClaimReason,
});

/** The buyer's form, one row per item of the order. */
export default function ClaimForm({ orderId, claimable, isOnItsWay, onClose, onOpened }: ClaimFormProps) {
  const [lines, setLines] = useState<readonly TypedLine[]>(() => claimable.map(blankLine));
  const [description, setDescription] = useState('');
  const [isTried, setTried] = useState(false);
  const photos = usePhotos(orderId);
  const { busy, problem, submit } = useAct();
  const formId = useId();
  const chosen = lines.filter(({ quantity }) => quantity !== '' && quantity !== '0');
  const problems = {
    lines: linesProblem(chosen, claimable),
    description: descriptionProblem(description),
    photos: needsPhoto(chosen) && photos.photos.length === 0 ? 'Add at least one photo' : null,
  };
  const total = requestedCents(chosen, claimable);
  const isDirty = chosen.length > 0 || description !== '' || photos.photos.length > 0;
  useUnsaved(isDirty && !busy);
  const receives = isOnItsWay && chosen.some(({ reason }) => reason !== '' && reason !== 'not_received');

  async function send() {
    setTried(true);
    if (problems.lines || problems.description || problems.photos) return showFirstProblem(formId);
    if (photos.isUploading) return;
    const claim = { lines: chosen.map(claimedLine), description, photos: photos.fileKeys };
    const isDone = await submit(async () => {
      if (receives) await call(receiveOrder, { id: orderId });
      await call(openClaim, { id: orderId }, { claim });
    });
    if (isDone) await onOpened();
  }

  const close = () => {
    if (!isDirty || window.confirm('Close without sending this claim?')) onClose();
  };
  return (
    <Modal
      title="Report a problem"
      open
      onClose={close}
      size="large"
      footer={<Footer formId={formId} total={total} busy={busy} onCancel={close} />}
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {isTried && problems.lines && chosen.length === 0 && <FormError>{problems.lines}</FormError>}
        <LineFields lines={lines} claimable={claimable} isTried={isTried} onChange={setLines} />
        {receives && <Notice>This also confirms that the order arrived.</Notice>}
        <TextArea
          label="What happened"
          name="description"
          most={MAX_CLAIM_TEXT}
          value={description}
          onChange={setDescription}
          error={isTried && problems.description}
        />
        <PhotoField
          photos={photos}
          optional={!needsPhoto(chosen)}
          error={(isTried && problems.photos) || undefined}
        />
        <FormError>{problem}</FormError>
      </form>
    </Modal>
  );
}

interface FooterProps {
  formId: string;
  total: Cents;
  busy: boolean;
  onCancel: () => void;
}

const Footer = ({ formId, total, busy, onCancel }: FooterProps) => (
  <>
    <span className="claim-total" role="status">
      {total > 0 && `You request ${dollars(total)}`}
    </span>
    <Button onClick={onCancel}>Cancel</Button>
    <Button type="submit" form={formId} tone="primary" busy={busy}>
      Send Claim
    </Button>
  </>
);

/** After the problems are drawn: the first of them in view, and what it is about under the cursor. */
const showFirstProblem = (formId: string) =>
  requestAnimationFrame(() => {
    const form = document.getElementById(formId);
    const first = form?.querySelector('.form-error, [aria-invalid]');
    first?.scrollIntoView({ block: 'center' });
    const field = first?.matches('[aria-invalid]') ? first : form?.querySelector('.claim-item input');
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  });
