import { deliver } from '../mail/mailer';
import type { Services } from '../services';

interface Request {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export const receive = (
  { transaction }: Pick<Services, 'transaction'>,
  request: Request,
  userId: number | null,
  to: string,
) =>
  transaction(async (tx) => {
    const [saved] = await tx('contact_requests')
      .insert({ ...request, user_id: userId })
      .returning('id');
    await deliver(tx, {
      to,
      subject: `Contact: ${request.subject}`,
      view: 'contact_request',
      eventKey: `contact:${saved?.id}`,
      replyTo: request.email,
      locals: { ...request },
    });
  });
