import '../page/shared';
import { settingsAddresses } from '../../server/addresses/contract';
import { settingsShipping } from '../../server/sellers/shipping-contract';
import { fill } from '../browser/island';
import SettingsAddresses from '../settings-addresses';
import SettingsShipping from '../settings-shipping';

export const islands = [fill(settingsAddresses, SettingsAddresses), fill(settingsShipping, SettingsShipping)];
