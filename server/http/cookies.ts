import type { Config } from '../config/config';

export const isHttps = ({ appUrl }: Pick<Config, 'appUrl'>) => appUrl.startsWith('https:');

/** Browsers accept a `__Host-` name from this very host by https only, so no subdomain can plant the cookie. */
export const cookieName = (config: Pick<Config, 'appUrl' | 'production'>, name: string) =>
  config.production && isHttps(config) ? `__Host-${name}` : name;
