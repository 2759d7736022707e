interface ProfileForm {
  errors: Readonly<Record<string, string | undefined>>;
  dirty: boolean;
}

const NAMES: readonly [field: string, name: string][] = [
  ['logo', 'a logo'],
  ['name', 'a name'],
  ['description', 'a description'],
];

/** Explains why saving is disabled; '' if it isn't. */
export function reasonNotToSave({ errors, dirty }: ProfileForm, uploading: boolean): string {
  if (uploading) return 'A picture is still on its way.';
  const missing = NAMES.filter(([field]) => errors[field] === 'Required').map(([, name]) => name);
  if (missing.length > 0) return `Your profile still needs ${listed(missing)}.`;
  if (Object.values(errors).some(Boolean)) return 'Something above needs your attention.';
  return dirty ? '' : 'Nothing has changed yet.';
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
