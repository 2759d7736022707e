// Stands where npm stands: starts a script as npm would, and can be killed without a word to it.
import { spawn } from 'node:child_process';

const [script, ...args] = process.argv.slice(2);
const env = { ...process.env, npm_lifecycle_event: 'start' };
spawn(process.execPath, [script, ...args], { env, stdio: 'inherit' });
