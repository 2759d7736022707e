interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly [field: string]: unknown;
}

const WARN = 40;
const OMITTED = new Set([
  'level',
  'time',
  'msg',
  'process',
  'version',
  'err',
  'requestId',
  'jobId',
  'method',
  'path',
  'status',
  'ms',
  'job',
]);

function formatLine({ level, time, msg, method, path, status, ms, job, err, ...rest }: Line) {
  const what = method ? `${method} ${path} ${status}` : job ? `${job}: ${msg}` : msg;
  const took = ms === undefined ? '' : ` ${ms} ms`;
  const more = Object.entries(rest)
    .filter(([name]) => !OMITTED.has(name))
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const failure = level >= WARN && err ? `\n${(err as { stack?: string }).stack ?? JSON.stringify(err)}` : '';
  return `${time.slice(11, 19)} ${what}${took}${more.join('')}${failure}\n`;
}

export const prettyStream = () => ({
  write(json: string) {
    process.stdout.write(formatLine(JSON.parse(json) as Line));
  },
});
