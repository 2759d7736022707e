import { buyer } from '../../accounts/policy';
import { array, boolean, id, object } from '../../contract/fields';
import { type Routes, route } from '../../http/route';
import { visibleOrder } from '../../orders/policy';
import { MAX_LINES } from '../contract';
import { buyOrderAgain, previewBuyAgain } from './buy-again';
import { buyAgain } from './buy-again-contract';

const buyAgainBody = object({
  preview: boolean().default(false),
  replace: array(id().required()).max(MAX_LINES).default([]),
});

export default (): Routes => [
  route(buyAgain, {
    body: buyAgainBody,
    may: buyer,
    find: visibleOrder,
    reply: ({ services, db, viewer, subject, body }) =>
      body.preview ? previewBuyAgain(db, subject.id) : buyOrderAgain(services, viewer, subject, body.replace),
  }),
];
