// Starts a script like npm, and can be killed without a signal to the script.
import { spawn } from 'node:child_process';

const [script, ...args] = process.argv.slice(2);
const env = { ...process.env, npm_lifecycle_event: 'start' };
spawn(process.execPath, [script, ...args], { env, stdio: 'inherit' });
