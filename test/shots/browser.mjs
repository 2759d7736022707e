import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The headless browser that the tests use; `CHROMIUM_PATH` takes another one. */
export async function launch(folder) {
  // The package unpacks into TMPDIR and reuses any files there: give it its own folder.
  const place = join(folder, 'chromium');
  mkdirSync(place, { recursive: true });
  process.env.TMPDIR = place;
  const { chromium } = await import('playwright-core');
  const executablePath =
    process.env.CHROMIUM_PATH ?? (await (await import('@sparticuz/chromium')).default.executablePath());
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--no-zygote', '--headless=new'] });
}
