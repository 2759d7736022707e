import { SignUpChoice } from './SignUpChoice';

export default function SignUp() {
  return <SignUpChoice />;
}
