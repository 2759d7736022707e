import { type RefObject, useEffect } from 'react';
import { pageValue } from '../browser/store';

/** Focuses the form of a step that follows another one: Turbo leaves the focus on the body. */
export function useStepFocus(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const wizard = pageValue('wizard', () => ({ wasShown: false }));
    const isUnfocused = document.activeElement === document.body && location.hash === '';
    if (wizard.wasShown && isUnfocused) form.current?.focus({ preventScroll: true });
    wizard.wasShown = true;
  }, [form]);
}
