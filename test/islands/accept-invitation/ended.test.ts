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

const blocked = (viewer: string | null) =>
  renderToStaticMarkup(
    createElement(AcceptInvitation, {
      token: 'blocked',
      invitation: {
        company: 'Acme Retail',
        role: 'viewer',
        limits: { order_cents: null, month_cents: null },
        email: 'ben@old.example',
        inviter: 'Anna Bauer',
        blockers: ['1 offer is still open.'],
        viewer,
      },
      isSignedIn: viewer !== null,
    }),
  );

test('an account that cannot move yet is named to others, who stay signed in, and leads on', () => {
  expect(blocked('eve@acme.example')).toContain('The account of ben@old.example can&#x27;t move yet:');
  expect(blocked('eve@acme.example')).toContain('Sign out, then sign in as ben@old.example.');
  expect(blocked('eve@acme.example')).not.toContain('will be signed out');
  expect(blocked(null)).toContain('href="/sign_in"');
});
