import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import AcceptInvitation from '../../../islands/accept-invitation';

const shown = (isSignedIn: boolean) =>
  renderToStaticMarkup(createElement(AcceptInvitation, { token: 'ended', invitation: null, isSignedIn }));

test('an ended invitation says to sign in to those who are not', () => {
  expect(shown(false)).toContain('If you already joined, sign in.');
  expect(shown(true)).toContain('This invitation has expired or was withdrawn. Ask for a new one.');
  expect(shown(true)).not.toMatch(/sign in/i);
});
