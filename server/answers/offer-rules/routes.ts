import { seller, sellerOrStaff } from '../../accounts/policy';
import { type RouteDependencies, type Routes, route } from '../../http/route';
import * as calls from './contract';
import { findOwnRule, sellerOfRules } from './policy';
import { rulesOfSeller } from './queries';
import { createRule, deleteRule, updateRule } from './rule';
import { listRulesQuery, newRuleBody, ruleBody } from './schema';
import { ruleDocument } from './serializer';

export default ({ services }: RouteDependencies): Routes => [
  route(calls.listAnswerRules, {
    query: listRulesQuery,
    may: sellerOrStaff,
    needs: 'offers:read',
    reply: async ({ db, viewer, query }) => ({
      rules: (await rulesOfSeller(db, sellerOfRules(viewer, query.seller_id))).map(ruleDocument),
    }),
  }),
  route(calls.createAnswerRule, {
    body: newRuleBody,
    may: seller,
    needs: 'offers:write',
    retry: calls.listAnswerRules,
    status: 201,
    reply: ({ viewer, body }) => createRule(services, viewer, body.rule),
  }),
  route(calls.updateAnswerRule, {
    body: ruleBody,
    may: seller,
    needs: 'offers:write',
    retry: calls.listAnswerRules,
    find: findOwnRule,
    reply: ({ viewer, params, body }) => updateRule(services, viewer, params.id, body.rule),
  }),
  route(calls.deleteAnswerRule, {
    may: seller,
    needs: 'offers:write',
    retry: 'done',
    find: findOwnRule,
    reply: ({ viewer, params }) => deleteRule(services, viewer, params.id),
  }),
];
