import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function above(folder) {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder));
}

export const root = above(dirname(fileURLToPath(import.meta.url)));
