import type { ClaimMessageRow, ClaimRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Person } from '../accounts/policy';
import { isUndecided } from '../contract/undecided-claims';
import { Conflict } from '../http/errors';
import { lockClaim, noteOnOrder } from './claim';
import { sendClaimMail } from './mailer';
import { addPhotos, type PhotoServices } from './photos';

type NewMessage = Pick<ClaimMessageRow, 'author' | 'body'> & { userId: number };

export async function addMessage(
  tx: Tx,
  { id: claim_id }: Pick<ClaimRow, 'id'>,
  { author, body, userId }: NewMessage,
): Promise<number> {
  const [message] = await tx('claim_messages')
    .insert({ claim_id, author, body, user_id: userId })
    .returning('id');
  if (!message) throw new Error('The message was not written');
  return message.id;
}

/** Throws Conflict when the claim is decided or withdrawn. */
export const sendMessage = (
  services: PhotoServices,
  { kind: author, id: userId }: Person,
  claimId: number,
  { body, photos }: { body: string; photos: readonly string[] },
) =>
  services.transaction(async (tx) => {
    const { order, claim } = await lockClaim(tx, claimId);
    if (!isUndecided(claim)) throw Conflict('This claim is closed.');
    const messageId = await addMessage(tx, claim, { author, body, userId });
    await addPhotos(tx, services, { claimId, messageId, userId, fileKeys: photos });
    const [changed] = await tx('claims')
      .where({ id: claimId })
      .update({ version: claim.version + 1, updated_at: tx.fn.now() })
      .returning('*');
    await noteOnOrder(tx, order, claim, 'claim_message', { actor: author, userId });
    await sendClaimMail(tx, { order, claim: changed ?? claim, event: 'message', by: author, text: body });
  });
