import { Badge, Chip, Chips, Count, Dot, type Tone } from '../ui/badge';
import { Button, IconButton } from '../ui/button';
import { Icon, iconNames } from '../ui/icon';
import { Section } from './Section';

const tones: Tone[] = ['gray', 'yellow', 'green', 'red', 'accent'];
const long = 'A label that is far longer than planned and still has to fit';

export const Buttons = () => (
  <>
    <ButtonKinds />
    <Badges />
    <Icons />
  </>
);

const ButtonKinds = () => (
  <Section title="Buttons">
    <div className="row">
      <Button tone="primary">Send Offer</Button>
      <Button>Save for Later</Button>
      <Button tone="danger">Delete</Button>
      <Button tone="quiet">Cancel</Button>
      <Button tone="link">Move to Cart</Button>
      <Button href="#buttons">A link</Button>
      <IconButton icon="close" label="Close the example" />
    </div>
    <div className="row">
      <Button size="small">Small</Button>
      <Button size="large" tone="primary" icon="cart">
        Large, with icon
      </Button>
      <Button busy>Saving</Button>
      <Button busy tone="primary">
        Sending
      </Button>
      <Button disabled>Disabled</Button>
      <Button disabled tone="primary" reason="Choose Buy or Sell first.">
        Next
      </Button>
    </div>
    <Button block>{long}</Button>
  </Section>
);

const Badges = () => (
  <Section title="Badges">
    <div className="row">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <Badge tone="green" icon="check">
        Paid in full
      </Badge>
      <Badge tone="red" icon="close">
        Rejected
      </Badge>
      <Count value={3} />
      <Count value={12} tone="accent" />
      <span>
        My Offers <Dot label="needs attention" />
      </span>
    </div>
    <Badge tone="yellow">{long}</Badge>
    <Chips label="Applied filters">
      <Chip onRemove={() => {}}>Under $10</Chip>
      <Chip onRemove={() => {}}>Over 60% off MSRP</Chip>
      <Chip tone="red" href="#badges">
        Photo missing
      </Chip>
      <Chip tone="yellow">Units missing</Chip>
    </Chips>
  </Section>
);

const Icons = () => (
  <Section title="Icons">
    <ul className="icon-list">
      {iconNames.map((name) => (
        <li key={name}>
          <Icon name={name} />
          <span className="tiny muted">{name}</span>
        </li>
      ))}
    </ul>
  </Section>
);
