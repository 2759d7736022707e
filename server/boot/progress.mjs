const WIDTH = 30;

function bar(done, total) {
  const filled = Math.round((done / total) * WIDTH);
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
}

/** Shows how many of `total` are done: as a bar on a terminal, elsewhere a line for each quarter. */
export function showProgress(label, total, count, out = process.stdout) {
  let shown = 0;
  const show = (done) => {
    if (out.isTTY) out.write(`\r${label} ${bar(done, total)} ${done} of ${total}`);
    else if (Math.floor((done / total) * 4) > Math.floor((shown / total) * 4))
      out.write(`${label}: ${done} of ${total}\n`);
    shown = done;
  };
  out.write(out.isTTY ? '' : `${label}: ${total}\n`);
  const timer = setInterval(() => show(count()), 500);
  return {
    end() {
      clearInterval(timer);
      show(count());
      if (out.isTTY) out.write('\n');
    },
  };
}
