import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './median.mjs';
import { lighthouse } from './tool.mjs';
import { withoutReferrerPolicy } from './without-referrer-policy.mjs';

const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

/** Failed audits, by weight. */
const complaints = ({ audits, categories }) =>
  Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .map(({ id }) => `${id} ${audits[id].displayValue ?? ''}`.trim());

export async function auditPages({ root, to, origin, browser }, { pages, forms, runs }) {
  const look = lighthouse(root, browser);
  const front = await withoutReferrerPolicy(origin);
  const missed = [];
  console.log('page · form · performance · accessibility · best practices · SEO');
  for (const [name, path] of pages)
    for (const form of forms) {
      const reports = [];
      for (let run = 0; run < runs; run++) reports.push(await look(`${front.origin}${path}`, form));
      writeFileSync(join(to, `${name}-${form}.json`), JSON.stringify(reports.at(-1)));
      const scores = Object.keys(GOALS).map((category) =>
        Math.round(100 * median(reports.map(({ categories }) => categories[category].score))),
      );
      const short = Object.keys(GOALS).filter((category, index) => scores[index] < GOALS[category]);
      const found = complaints(reports.at(-1));
      console.log(
        `${name} · ${form} · ${scores.join(' · ')}${found.length > 0 ? `  (${found.join('; ')})` : ''}`,
      );
      if (short.length > 0) missed.push(`${name} ${form}: ${short.join(', ')} (${found.join('; ')})`);
    }
  await front.stop();
  return missed;
}
