// Every connection of a process waits for rows that another client has locked: what goes on, and what is refused.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { agentFor, ask } from './load.mjs';
import { signIn, trade } from './trade.mjs';

const BUYER = 'buyer-2@large.example.com';
const OFFERS = 40;
const SETTLE_MS = 500;
const TIMES = 30;
const html = { accept: 'text/html' };

/** Fills a cart; returns what sends one half of its offers and buys the other. */
async function actsOf(client, agent, origin) {
  const acts = [];
  await trade(client, { agent, origin, email: BUYER, most: OFFERS }, async (name, exchanges) => {
    if (!name.startsWith('add to cart')) acts.push(...exchanges);
    else for (const exchange of exchanges) await ask(agent, origin, exchange);
  });
  return acts;
}

async function timed(agent, origin, request) {
  const began = performance.now();
  const answer = await agent.request({ origin, method: 'GET', ...request });
  await answer.body.dump();
  return { status: answer.statusCode, ms: performance.now() - began };
}

async function line(agent, origin, name, request) {
  const answers = [];
  for (let n = 0; n < TIMES; n++) answers.push(await timed(agent, origin, request));
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const statuses = [...new Set(answers.map(({ status }) => status))].join(', ');
  const [middle, most] = [times[TIMES / 2], times.at(-1)].map((ms) => Math.round(ms));
  console.log(`| ${name} | ${statuses} | ${middle} ms | ${most} ms |`);
}

const LOCK = 'select from offers where buyer_id = (select buyer_id from users where email = $1) for update';

async function styleSheet(agent, origin) {
  const { content } = await ask(agent, origin, { path: '/sign_in', headers: html });
  return /href="([^"]+\.css)"/.exec(content)[1];
}

/** `page`: a signed-out product page. */
export async function exhaustPool({ origin, databaseUrl, page }) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const agent = agentFor(OFFERS + 2);
  const acts = await actsOf(client, agent, origin);
  const { bearer } = await signIn(agent, origin, BUYER);
  const style = await styleSheet(agent, origin);
  await timed(agent, origin, page);
  await client.query('begin');
  await client.query(LOCK, [BUYER]);
  const began = performance.now();
  const answers = Promise.all(acts.map((act) => ask(agent, origin, act)));
  await pause(SETTLE_MS);
  console.log(`\n| while ${acts.length} acts wait for locks | status | median | most |`);
  console.log('| --- | --- | --- | --- |');
  await line(agent, origin, 'health', { path: '/up' });
  await line(agent, origin, 'a style sheet', { path: style });
  await line(agent, origin, 'sign-in page', { path: '/sign_in', headers: html });
  await line(agent, origin, 'product page, signed out', page);
  await line(agent, origin, 'own page', { path: '/me', headers: bearer });
  const held = Math.round(performance.now() - began);
  await client.query('commit');
  const statuses = new Set((await answers).map(({ status }) => status));
  console.log(`| the acts, after ${held} ms | ${[...statuses].join(', ')} | | |`);
  await client.end();
  await agent.destroy();
}
