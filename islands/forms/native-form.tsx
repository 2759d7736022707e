/** Where a form posts without script, and what belongs to it besides its fields. */
export interface NativeForm {
  action: string;
  /** What the fields belong under on the wire. */
  root: string;
  method?: 'put';
  fields?: Readonly<Record<string, string>>;
}

/** For a form that works without script, as its first children. The server fills in the token. */
export function NativeFields({ native, submit }: { native: NativeForm; submit: string }) {
  const { root, method, fields } = native;
  const hidden = { ...(method && { _method: method }), form_root: root, ...fields };
  return (
    <>
      <input type="hidden" name="authenticity_token" defaultValue="" suppressHydrationWarning />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
      <NativeSubmit submit={submit} />
    </>
  );
}

/**
 * The form's own button waits for the script that checks the fields. Enter presses the first in a form. Only the
 * server renders it, and `mount` removes it: Turbo takes every noscript out of the pages that it fetches.
 */
export const NativeSubmit = ({ submit }: { submit: string }) =>
  typeof window === 'undefined' ? (
    <noscript className="native-submit">
      <button type="submit" className="button primary block">
        {submit}
      </button>
    </noscript>
  ) : null;
