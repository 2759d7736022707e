import type { PropsOf } from '../../server/contract/island';
import { type settingsNotifications, showNotifications } from '../../server/notifications/contract';
import { call } from '../browser/api';
import { LoadProps } from '../ui/feedback';
import { Choices } from './Choices';

export default function SettingsNotifications({ choices }: PropsOf<typeof settingsNotifications>) {
  return (
    <LoadProps given={choices} load={loadChoices} failure="Your email choices could not be loaded.">
      {(loaded) => <Choices given={loaded} />}
    </LoadProps>
  );
}

const loadChoices = async () => (await call(showNotifications, {})).choices;
