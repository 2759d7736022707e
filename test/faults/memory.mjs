// Memory of another process in MB, from /proc.
import { readFileSync, writeFileSync } from 'node:fs';

const KB_PER_MB = 1024;

const field = (pid, name) =>
  Math.round(
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
      KB_PER_MB,
  );

export const currentMemory = (pid) => field(pid, 'VmRSS');
export const peakMemory = (pid) => field(pid, 'VmHWM');
export const resetPeakMemory = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5');
