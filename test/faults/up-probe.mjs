// Requests /up every 20 ms; on a message it replies with the longest wait since the last message.
import { Agent, request } from 'node:http';

const EVERY_MS = 20;
const [origin] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const open = new Set();
let longest = 0;

const note = (since) => {
  longest = Math.max(longest, performance.now() - since);
};

setInterval(() => {
  const since = performance.now();
  open.add(since);
  const settle = () => {
    note(since);
    open.delete(since);
  };
  const probe = request(`${origin}/up`, { agent }, (answer) => answer.resume().on('end', settle));
  probe.on('error', settle);
  probe.end();
}, EVERY_MS);

process.on('message', () => {
  for (const since of open) note(since);
  process.send(Math.round(longest));
  longest = 0;
});
process.on('disconnect', () => process.exit(0));
