import { Buttons } from './Buttons';
import { Data } from './Data';
import { Fields } from './Fields';
import { Messages } from './Messages';

/** Shows every component in every state; look here before and after changing stylesheets. */
export default function Components() {
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>Components</h1>
          <p className="lede">Every interface component, in every state.</p>
        </div>
      </header>
      <Buttons />
      <Fields />
      <Messages />
      <Data />
    </div>
  );
}
