// Arrivals by the clock, not by answers: a server that is late gets as much to do as one that is not.
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { percentile } from './load.mjs';

const TURN_MS = 5;
/** Open before the load, as a proxy keeps them. New ones would wait in the kernel: a turn accepts one. */
const CONNECTIONS = 500;

/** Takes the next of `requests`, and after the last the first again. */
async function arrive(agent, origin, requests, tally) {
  const { method = 'GET', path, headers = {}, body } = requests[tally.sent % requests.length];
  const began = performance.now();
  tally.sent += 1;
  try {
    const answer = await agent.request({ origin, method, path, headers, body });
    await answer.body.dump();
    if (answer.statusCode === 503 || answer.statusCode === 429) tally.refused += 1;
    else if (answer.statusCode >= 500) tally.failed += 1;
    else {
      tally.times.push(performance.now() - began);
      if (performance.now() < tally.until) tally.inTime += 1;
    }
  } catch {
    tally.failed += 1;
  }
}

const summary = ({ sent, refused, failed, times, inTime }, seconds) => {
  times.sort((a, b) => a - b);
  const goodput = inTime / seconds;
  return {
    sent,
    refused,
    failed,
    answered: times.length,
    goodput,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
};

async function openConnections(agent, origin) {
  const open = async () => (await agent.request({ origin, method: 'GET', path: '/ready' })).body.dump();
  await Promise.all(Array.from({ length: CONNECTIONS }, open));
}

/** `streams`: by name, requests and how many a second. Waits for all answers; goodput is of the time of load. */
export async function openLoop({ origin, streams, seconds }) {
  const agent = new Agent({
    connections: CONNECTIONS,
    headersTimeout: 60_000,
    connectTimeout: 60_000,
    bodyTimeout: 60_000,
  });
  const names = Object.keys(streams);
  const tallies = Object.fromEntries(
    names.map((name) => [name, { sent: 0, refused: 0, failed: 0, times: [], inTime: 0 }]),
  );
  const pending = new Set();
  await openConnections(agent, origin);
  const began = performance.now();
  const until = began + seconds * 1_000;
  for (const name of names) tallies[name].until = until;
  for (let passed = 0; passed < seconds * 1_000; passed = performance.now() - began) {
    for (const name of names)
      while (tallies[name].sent < (streams[name].perSecond * passed) / 1_000) {
        const arrival = arrive(agent, origin, streams[name].requests, tallies[name]);
        pending.add(arrival);
        arrival.finally(() => pending.delete(arrival));
      }
    await pause(TURN_MS);
  }
  await Promise.all(pending);
  await agent.destroy();
  return Object.fromEntries(names.map((name) => [name, summary(tallies[name], seconds)]));
}

/** The answers per second of a process that is kept busy by 16 connections. */
export async function capacityOf({ origin, requests, seconds }) {
  const agent = new Agent({ connections: 16 });
  const tally = { sent: 0, refused: 0, failed: 0, times: [] };
  const until = performance.now() + seconds * 1_000;
  const loop = async () => {
    while (performance.now() < until) await arrive(agent, origin, requests, tally);
  };
  await Promise.all(Array.from({ length: 16 }, loop));
  await agent.destroy();
  return tally.times.length / seconds;
}
