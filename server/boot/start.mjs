import { prepare } from './prepare.mjs';
import { showStep } from './steps.mjs';

try {
  await prepare({ showStep });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('../../dist/all.js');
