import type { Config } from '../config/config';

export const isHttps = ({ appUrl }: Pick<Config, 'appUrl'>) => appUrl.startsWith('https:');

/** The `__Host-` prefix stops subdomains from setting the cookie; browsers accept it over https only. */
export const cookieName = (config: Pick<Config, 'appUrl' | 'production'>, name: string) =>
  config.production && isHttps(config) ? `__Host-${name}` : name;
