import type { ProductRow } from '../../db/tables';
import type { Buyer, Seller } from '../../server/accounts/policy';
import * as calls from '../../server/answers/offer-rules/contract';
import { answerByRules } from '../../server/answers/offer-rules/jobs';
import { cents, type Units } from '../../server/contract/money';
import { showOffer } from '../../server/offers/contract';
import type { Factory } from '../support/factories';

interface OfferOptions {
  seller: Seller;
  buyer?: Buyer;
  product?: ProductRow;
  price?: number;
  quantity?: Units;
}

/** Products cost $10.00, so that a price in cents is tenths of a percent. */
export function rulesHarness(factory: Factory) {
  const { db } = factory;

  async function aSellerWith(...rules: object[]) {
    const seller = await factory.aSeller();
    const client = await factory.as(seller);
    const made = [];
    for (const rule of rules) {
      const answer = await client.call(calls.createAnswerRule, {}, { rule: { scope: 'catalog', ...rule } });
      if (answer.status !== 201) throw new Error(answer.text);
      made.push(answer.body);
    }
    return { seller, client, rules: made, rule: made[0] as calls.AnswerRule };
  }

  /** Sent to the seller; its answer is planned. */
  async function anOffer({ seller, buyer, product, price = 800, quantity = 1n }: OfferOptions) {
    const line = {
      product: product ?? (await factory.aProduct({ seller })),
      unit_price: cents(price),
      quantity,
    };
    return factory.anOffer({ ...(buyer && { buyer }), seller, lines: [line] });
  }

  const makeDue = (ids: readonly number[]) =>
    db('planned_answers')
      .whereIn('offer_id', [...ids])
      .update({ due_at: new Date(Date.now() - 1_000) });

  /** Runs the job of each offer at once, as workers would. */
  async function answerNow(...ids: number[]) {
    await makeDue(ids);
    await Promise.all(ids.map((offer_id) => answerByRules.work(factory.services, { offer_id })));
  }

  const offerState = async (id: number) => (await db('offers').where({ id }).first())?.state;
  const planOf = (id: number) => db('planned_answers').where({ offer_id: id }).first();

  async function documentFor(person: Buyer | Seller, id: number) {
    const { body } = await (await factory.as(person)).call(showOffer, { id });
    return body.data.attributes;
  }

  return { aSellerWith, anOffer, makeDue, answerNow, offerState, planOf, documentFor };
}
