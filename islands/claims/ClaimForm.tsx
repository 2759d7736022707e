import { type RefObject, useRef, useState } from 'react';
import { type ClaimableLine, openClaim } from '../../server/claims/contract';
import { type ClaimReason, MAX_CLAIM_TEXT } from '../../server/claims/rules';
import { dollars } from '../../server/contract/money';
import { receiveOrder } from '../../server/shipping/contract';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { FormModal } from '../forms/form-modal';
import { TextArea } from '../forms/text-area';
import { FormError, Notice } from '../ui/feedback';
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

const UNSAVED = { title: 'Close without sending this claim?', yes: 'Close Without Sending' };

/** The buyer's form, one row per item of the order. */
export default function ClaimForm({ orderId, claimable, isOnItsWay, onClose, onOpened }: ClaimFormProps) {
  const [lines, setLines] = useState<readonly TypedLine[]>(() => claimable.map(blankLine));
  const [description, setDescription] = useState('');
  const [isTried, setTried] = useState(false);
  const photos = usePhotos(orderId);
  const { busy, problem, submit } = useAct();
  const form = useRef<HTMLFormElement>(null);
  const chosen = lines.filter(({ quantity }) => quantity !== '' && quantity !== '0');
  const problems = {
    lines: linesProblem(chosen, claimable),
    description: descriptionProblem(description),
    photos: needsPhoto(chosen) && photos.photos.length === 0 ? 'Add at least one photo' : null,
  };
  const total = requestedCents(chosen, claimable);
  const isDirty = chosen.length > 0 || description !== '' || photos.photos.length > 0;
  const receives = isOnItsWay && chosen.some(({ reason }) => reason !== '' && reason !== 'not_received');

  async function send() {
    setTried(true);
    if (problems.lines || problems.description || problems.photos) return showFirstProblem(form);
    const claim = { lines: chosen.map(claimedLine), description, photos: photos.fileKeys };
    const isDone = await submit(async () => {
      if (receives) await call(receiveOrder, { id: orderId });
      await call(openClaim, { id: orderId }, { claim });
    });
    if (isDone) await onOpened();
  }

  return (
    <FormModal
      title="Report a problem"
      confirm="Send Claim"
      size="large"
      form={{ error: problem, isSubmitting: busy, onSubmit: () => void send() }}
      disabled={photos.isUploading}
      ref={form}
      unsaved={isDirty && UNSAVED}
      status={total > 0 ? `You request ${dollars(total)}` : ''}
      onClose={onClose}
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
    </FormModal>
  );
}

/** After the problems are drawn: the first of them in view, and what it is about under the cursor. */
const showFirstProblem = ({ current: form }: RefObject<HTMLFormElement | null>) =>
  requestAnimationFrame(() => {
    const first = form?.querySelector('.form-error, [aria-invalid]');
    first?.scrollIntoView({ block: 'center' });
    const field = first?.matches('[aria-invalid]') ? first : form?.querySelector('.claim-item input');
    if (field instanceof HTMLElement) field.focus({ preventScroll: true });
  });
