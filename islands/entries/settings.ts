import '../page/shared';
import { settingsAddresses } from '../../server/addresses/contract';
import { settingsNotifications } from '../../server/notifications/contract';
import { settingsShipping } from '../../server/sellers/shipping-contract';
import { fill } from '../browser/island';
import SettingsAddresses from '../settings-addresses';
import SettingsNotifications from '../settings-notifications';
import SettingsShipping from '../settings-shipping';

export const islands = [
  fill(settingsAddresses, SettingsAddresses),
  fill(settingsShipping, SettingsShipping),
  fill(settingsNotifications, SettingsNotifications),
];
