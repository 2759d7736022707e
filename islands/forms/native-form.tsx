export interface NativeForm {
  action: string;
  root: string;
  method?: 'put';
  fields?: Readonly<Record<string, string>>;
}

/** First children of a form that works without JavaScript and has no submit button before its scripts are there. */
export const NativeFields = ({ native, submit }: { native: NativeForm; submit: string }) => (
  <>
    <HiddenFields native={native} />
    <NativeSubmit submit={submit} />
  </>
);

/** What a form sends without JavaScript. The server fills in the token. */
export function HiddenFields({ native: { root, method, fields } }: { native: NativeForm }) {
  const hidden = { ...(method && { _method: method }), form_root: root, ...fields };
  return (
    <>
      <input type="hidden" name="authenticity_token" defaultValue="" suppressHydrationWarning />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
    </>
  );
}

/** For clients without JavaScript; first, so that Enter presses it. `mount` removes it: Turbo unwraps noscript. */
export const NativeSubmit = ({ submit }: { submit: string }) =>
  typeof window === 'undefined' ? (
    <noscript className="native-submit">
      <button type="submit" className="button primary block">
        {submit}
      </button>
    </noscript>
  ) : null;
