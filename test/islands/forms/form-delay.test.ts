import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../support/roots';

const root = join(projectRoot, 'islands');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
const sourceOf = (name: string) => readFileSync(join(root, name), 'utf8');

/** Forms with handlers of their own: those that wait by a hook, and those that rightly act at once (docs/rules.md#screens). */
const OWN_HANDLERS: Record<string, string> = {
  'product-detail/OfferForm.tsx': 'waits in product-detail/use-offer-form.ts',
  'claims/ClaimForm.tsx': 'waits in claims/ClaimForm.tsx',
  'messages/HideMessage.tsx': 'waits in messages/HideMessage.tsx',
  'payouts/BatchDialog.tsx': 'waits in payouts/BatchDialog.tsx',
  'sign-in/DemoAccounts.tsx': 'waits in sign-in/DemoAccounts.tsx',
  'forms/form-modal.tsx': 'waits in forms/form.tsx',
  'settings-webhook/ReplayDialog.tsx': 'waits in settings-webhook/ReplayDialog.tsx',
  'release-notes/index.tsx': 'waits in release-notes/index.tsx',
  'all-products/ListingHead.tsx': 'search',
  'seller-storefront/index.tsx': 'search',
  'sign-up/index.tsx': 'leads to the next page',
  'messages/Composer.tsx': 'message',
  'claims/MessageForm.tsx': 'message',
  'import-products/Fix.tsx': 'step of an import',
  'integrations/EndpointDialog.tsx': 'waits in integrations/EndpointDialog.tsx',
};

test('every form waits 400 ms before it submits, unless it is one of those that act at once', () => {
  const own = files.filter(
    (name) =>
      /<FormModal\b[^>]*?\bform=\{\{/s.test(sourceOf(name)) ||
      [...sourceOf(name).matchAll(/<form\b[^>]*?\bonSubmit=\{(?<handler>[^}]*)/gs)].some(
        ({ groups }) => groups?.handler !== 'form.onSubmit',
      ),
  );
  expect(own.sort()).toEqual(Object.keys(OWN_HANDLERS).sort());
  for (const how of Object.values(OWN_HANDLERS)) {
    const [, waiting] = /^waits in (.+)$/.exec(how) ?? [];
    if (waiting) expect(sourceOf(waiting)).toMatch(/useForm\(|useSubmitDelay\(|\bsubmit\b.*= useAct[<(]/);
  }
});

test('nothing turns the delay of a form off', () => {
  const form = sourceOf('forms/form.tsx');
  expect(form).toContain('await afterDelay(() => submit(values));');
  expect(sourceOf('browser/use-act.ts')).toMatch(/SUBMIT_DELAY_MS = 400;/);
});
