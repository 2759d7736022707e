import { SignInForm } from './SignInForm';

export default function SignIn({ returnTo }: { returnTo?: string | null }) {
  return <SignInForm returnTo={returnTo} />;
}
