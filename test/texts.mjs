// npm run texts: every text of the product with its file and line. `npm run texts -- views/mails` lists one folder.
import { root } from '../server/boot/root.mjs';
import { importBundled } from './measure/bundle.mjs';

const { productTexts } = await importBundled('texts');

const [folder = ''] = process.argv.slice(2);
for (const { path, line, text } of productTexts(root))
  if (path.startsWith(folder)) console.log(`${path}:${line}\t${text}`);
