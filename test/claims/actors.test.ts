import * as calls from '../../server/claims/contract';
import { escalateClaim } from '../../server/claims/jobs';
import { type ClaimStatus, claimStatuses } from '../../server/claims/rules';
import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { claimsHarness } from './claims-harness';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);
const { anOpenClaim, claimBody, lateAnswer } = claimsHarness(factory);

type Scene = Awaited<ReturnType<typeof sceneIn>>;
type Actor = 'buyer' | 'seller' | 'staff' | 'otherBuyer' | 'otherSeller' | 'visitor';
const ACTORS: readonly Actor[] = ['buyer', 'seller', 'staff', 'otherBuyer', 'otherSeller', 'visitor'];

const events = {
  open: (client: Client, { order }: Scene) =>
    client.call(calls.openClaim, { id: order.id }, claimBody(order, { quantity: 1 })),
  agree: (client: Client, { claim: { id } }: Scene) => client.call(calls.agreeToClaim, { id }),
  dispute: (client: Client, { claim: { id } }: Scene) =>
    client.call(calls.disputeClaim, { id }, { message: 'All of it was packed.' }),
  withdraw: (client: Client, { claim: { id } }: Scene) => client.call(calls.withdrawClaim, { id }),
  message: (client: Client, { claim: { id } }: Scene) =>
    client.call(calls.sendClaimMessage, { id }, { body: 'Any news?' }),
  approve: (client: Client, { claim: { id, lines } }: Scene) =>
    client.call(
      calls.decideClaim,
      { id },
      {
        decision: 'approve',
        lines: [{ id: lines[0]?.id ?? 0, refund_cents: 800 }],
        explanation: 'The photos show it.',
      },
    ),
  deny: (client: Client, { claim: { id } }: Scene) =>
    client.call(calls.decideClaim, { id }, { decision: 'deny', explanation: 'The photos show other goods.' }),
};
type Event = keyof typeof events;
const EVENTS = Object.keys(events) as Event[];

async function signInOthers() {
  return {
    otherBuyer: await factory.as(await factory.aBuyer()),
    otherSeller: await factory.as(await factory.aSeller()),
  };
}

/** The same people in every scene. */
let signedIn: ReturnType<typeof signInOthers> | undefined;
const others = () => (signedIn ??= signInOthers());

/** A claim in the status, and one signed-in client per kind of person. */
async function sceneIn(status: ClaimStatus) {
  const { order, claim } = await anOpenClaim();
  const clients: Record<Actor, Client> = {
    buyer: order.buyerClient,
    seller: order.sellerClient,
    staff: order.staffClient,
    ...(await others()),
    visitor: new Client(order.buyerClient.origin),
  };
  const scene = { order, claim, clients };
  const path: Record<ClaimStatus, (() => Promise<unknown>)[]> = {
    open: [],
    in_review: [() => events.dispute(clients.seller, scene)],
    approved: [() => events.agree(clients.seller, scene)],
    denied: [() => events.deny(clients.staff, scene)],
    withdrawn: [() => events.withdraw(clients.buyer, scene)],
  };
  for (const step of path[status]) await step();
  return scene;
}

const parties: Record<Event, readonly Actor[]> = {
  open: ['buyer'],
  agree: ['seller'],
  dispute: ['seller'],
  withdraw: ['buyer'],
  message: ['buyer', 'seller', 'staff'],
  approve: ['staff'],
  deny: ['staff'],
};

const strangers: Record<Event, Actor | null> = {
  open: 'otherBuyer',
  agree: 'otherSeller',
  dispute: 'otherSeller',
  withdraw: 'otherBuyer',
  message: null,
  approve: null,
  deny: null,
};

/** Where the event leads; absent: 409. Units of a decided claim are not all used, so another can be opened. */
const leadsTo: Record<Event, Partial<Record<ClaimStatus, ClaimStatus>>> = {
  open: { approved: 'approved', denied: 'denied', withdrawn: 'withdrawn' },
  agree: { open: 'approved' },
  dispute: { open: 'in_review' },
  withdraw: { open: 'withdrawn', in_review: 'withdrawn' },
  message: { open: 'open', in_review: 'in_review' },
  approve: { open: 'approved', in_review: 'approved' },
  deny: { open: 'denied', in_review: 'denied' },
};

/** Parties may write to a claim of theirs; strangers of the right kind learn nothing of it. */
function refusalOf(event: Event, actor: Actor): number {
  if (actor === 'visitor') return 401;
  if (event === 'message' || strangers[event] === actor) return 404;
  return 403;
}

const CREATED: readonly Event[] = ['open', 'message'];

const storedState = async ({ order, claim }: Scene) => ({
  claim: await factory.db('claims').where({ id: claim.id }).first(),
  claims: (await factory.db('claims').where({ purchase_order_id: order.id })).length,
  messages: (await factory.db('claim_messages').where({ claim_id: claim.id })).length,
  adjustments: (await factory.db('adjustments').where({ purchase_order_id: order.id })).length,
});

test.each(claimStatuses)(
  'a claim that is %s: who is not its party is refused, exactly, and changes nothing',
  async (status) => {
    const scene = await sceneIn(status);
    const before = await storedState(scene);
    const answers: [Event, Actor, number, number][] = [];
    for (const event of EVENTS)
      for (const actor of ACTORS.filter((one) => !parties[event].includes(one))) {
        const answer = await events[event](scene.clients[actor], scene);
        answers.push([event, actor, answer.status, refusalOf(event, actor)]);
      }
    expect(answers.filter(([, , actual, expected]) => actual !== expected)).toEqual([]);
    expect(answers).toHaveLength(EVENTS.length * ACTORS.length - 9);
    expect(await storedState(scene)).toEqual(before);
  },
);

const cells = claimStatuses.flatMap((status) =>
  EVENTS.flatMap((event) => parties[event].map((actor) => ({ status, event, actor }))),
);

test.each(cells)('$actor, $event on a claim that is $status', async ({ status, event, actor }) => {
  const scene = await sceneIn(status);
  const before = await storedState(scene);
  const answer = await events[event](scene.clients[actor], scene);
  const next = leadsTo[event][status];
  if (next === undefined) {
    expect(answer.status).toBe(409);
    expect(await storedState(scene)).toEqual(before);
    return;
  }
  expect(answer.status).toBe(CREATED.includes(event) ? 201 : 200);
  const after = await storedState(scene);
  expect(after.claim?.status).toBe(next);
  expect([after.claims, after.messages]).toEqual([
    before.claims + (event === 'open' ? 1 : 0),
    before.messages + (event === 'message' || event === 'dispute' ? 1 : 0),
  ]);
  expect(after.adjustments).toBe(next === 'approved' ? 1 : 0);
});

test.each(claimStatuses)('the clock passes the deadline of a claim that is %s', async (status) => {
  const scene = await sceneIn(status);
  await lateAnswer(scene.claim.id);
  await escalateClaim.work(app.services, { claim_id: scene.claim.id });
  expect((await storedState(scene)).claim?.status).toBe(status === 'open' ? 'in_review' : status);
});
