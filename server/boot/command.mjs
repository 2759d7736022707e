import { prepare } from './prepare.mjs';

// `npm run NAME -- …`: the words after the file's name are the command and what it is given.
try {
  await prepare();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('../../dist/command.js');
