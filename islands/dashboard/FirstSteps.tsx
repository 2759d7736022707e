import { type FirstStep, firstSteps } from '../../server/sellers/rules';
import { Icon } from '../ui/icon';

const STEPS: Record<FirstStep, { title: string; text: string; href: string }> = {
  profile: {
    title: 'Complete your profile',
    text: 'Products are published once your logo, name and description are there.',
    href: '/dashboard/manage_profile',
  },
  shipping: {
    title: 'Choose how you ship',
    text: 'At first shipping is included in your prices: you pay the carrier.',
    href: '/settings/shipping',
  },
  product: {
    title: 'Add your first product',
    text: 'One at a time, or many from a CSV file.',
    href: '/dashboard/new_product',
  },
  payment: {
    title: "See how you're paid",
    text: 'Our fee, and when and how your earnings reach you.',
    href: '/dashboard/earnings',
  },
};

/** For a new seller; absent once nothing is left. */
export function FirstSteps({ unfinished }: { unfinished: readonly FirstStep[] }) {
  if (unfinished.length === 0) return null;
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <div className="first-steps-head">
        <h2 id="first-steps">First steps</h2>
        <span className="muted small">
          {firstSteps.length - unfinished.length} of {firstSteps.length} done
        </span>
      </div>
      <ol>
        {firstSteps.map((step, index) => (
          <Step key={step} step={step} place={index + 1} isDone={!unfinished.includes(step)} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, place, isDone }: { step: FirstStep; place: number; isDone: boolean }) {
  const { title, text, href } = STEPS[step];
  return (
    <li className={isDone ? 'done' : undefined}>
      <span className="first-steps-mark" aria-hidden="true">
        {isDone ? <Icon name="check" /> : place}
      </span>
      <div>
        {isDone ? (
          <span>
            {title}
            <span className="visually-hidden"> (done)</span>
          </span>
        ) : (
          <a href={href}>{title}</a>
        )}
        {!isDone && <p className="muted small">{text}</p>}
      </div>
    </li>
  );
}
