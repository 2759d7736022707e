import { isBlank } from '../../server/contract/strip-invisible';

interface ProfileForm {
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, string | undefined>>;
  dirty: boolean;
}

const NAMES: readonly [field: string, name: string][] = [
  ['logo', 'a logo'],
  ['name', 'a name'],
  ['description', 'a description'],
];

/** Explains why saving is disabled; '' if it isn't. */
export function reasonNotToSave({ values, errors, dirty }: ProfileForm, uploading: boolean): string {
  if (uploading) return 'An image is still uploading.';
  const missing = NAMES.filter(([field]) => errors[field] && isBlank(values[field])).map(([, name]) => name);
  if (missing.length > 0) return `Your profile still needs ${listed(missing)}.`;
  if (Object.values(errors).some(Boolean)) return 'Fix the errors above.';
  return dirty ? '' : 'No changes to save.';
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
