// Decodes the picture on stdin (`inspect` or `resize`). Writes a line of JSON, then the files that it lists.
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { decode } from '../../storage/image-decoder';
import { MAX_PROCESS_BYTES, TOO_MUCH_MEMORY_EXIT_CODE } from '../../storage/image-rules';

const CHECK_MS = 15;

function limitMemory() {
  setInterval(() => {
    if (process.memoryUsage.rss() > MAX_PROCESS_BYTES) process.exit(TOO_MUCH_MEMORY_EXIT_CODE);
  }, CHECK_MS).unref();
}

/** When memory runs out, the kernel kills this process before the servers. */
function yieldToServers() {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has it, and some containers do not let it be written.
  }
}

async function main() {
  yieldToServers();
  limitMemory();
  const { problem, files } = await decode(process.argv[2] ?? '', await buffer(process.stdin));
  const header = JSON.stringify({ problem, lengths: files.map(({ length }) => length) });
  process.stdout.write(Buffer.concat([Buffer.from(`${header}\n`), ...files]));
}

void main();
