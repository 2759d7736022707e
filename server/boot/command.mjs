import { prepare } from './prepare.mjs';

try {
  await prepare();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('../../dist/command.js');
