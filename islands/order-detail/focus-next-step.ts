/** Emails lead to #claim: to the button that opens one, above the claims. */
export const NEXT_STEP = 'claim';

/** After an act whose button is gone: the keyboard goes on where the page says what comes next. */
export const focusNextStep = () =>
  requestAnimationFrame(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) document.getElementById(NEXT_STEP)?.focus({ preventScroll: true });
  });
