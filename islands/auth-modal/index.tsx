import { useEffect, useState } from 'react';
import { Modal } from '../kit/modal';
import { SignInForm } from '../sign-in/SignInForm';
import { SignUpChoice } from '../sign-up/SignUpChoice';

type Which = 'sign_in' | 'sign_up';

const whichOf = (path: string): Which | null =>
  path === '/sign_in' ? 'sign_in' : path === '/sign_up' ? 'sign_up' : null;

/** Over the home page, links to signing in and up open a dialog; without scripts they lead to their pages. */
export default function AuthModal() {
  const [which, setWhich] = useState<Which | null>(null);
  useEffect(() => {
    function open(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const wanted = link.origin === location.origin ? whichOf(link.pathname) : null;
      if (!wanted) return;
      event.preventDefault();
      event.stopPropagation();
      setWhich(wanted);
    }
    // Before Turbo hears of it.
    window.addEventListener('click', open, { capture: true });
    return () => window.removeEventListener('click', open, { capture: true });
  }, []);
  return (
    <Modal
      title={which === 'sign_up' ? 'Create account' : 'Welcome'}
      open={which !== null}
      onClose={() => setWhich(null)}
      className="auth-dialog"
    >
      {which === 'sign_in' && <SignInForm />}
      {which === 'sign_up' && <SignUpChoice />}
    </Modal>
  );
}
