import { sellerOrStaff } from '../accounts/policy';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { createBulkAnswer, ruleOf } from './bulk-answer';
import { previewBulkAnswer, showBulkAnswer, startBulkAnswer } from './contract';
import { findBulkAnswer, mayAnswerInBulk } from './policy';
import { previewRows, totalsOf } from './preview';
import { rowsOf } from './queries';
import { bulkAnswerBody, previewBody } from './schema';
import { bulkAnswerDocument } from './serializer';

export default ({ services }: RouteDependencies): Routes => {
  const { feeBps } = services.config;
  return [
    route(previewBulkAnswer, {
      body: previewBody,
      may: mayAnswerInBulk,
      needs: 'offers:write',
      retry: 'again',
      reply: async ({ db, viewer, body: { bulk_answer: selection } }) => {
        const rule = { ...ruleOf(selection), feeBps };
        const rows = await previewRows(db, viewer, selection.offer_ids, rule);
        return { rows, totals: totalsOf(rows) };
      },
    }),
    route(startBulkAnswer, {
      body: bulkAnswerBody,
      may: mayAnswerInBulk,
      needs: 'offers:write',
      retry: 'again',
      reply: async ({ db, viewer, body, res }) => {
        const { answer, isNew } = await services.transaction((tx) =>
          createBulkAnswer(tx, viewer, body.bulk_answer, { feeBps }),
        );
        if (isNew) res.status(202);
        return { bulk_answer: bulkAnswerDocument(answer, await rowsOf(db, answer.id)) };
      },
    }),
    route(showBulkAnswer, {
      may: sellerOrStaff,
      needs: 'offers:read',
      find: findBulkAnswer,
      reply: async ({ db, subject }) => ({
        bulk_answer: bulkAnswerDocument(subject, await rowsOf(db, subject.id)),
      }),
    }),
  ];
};
