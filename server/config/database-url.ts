const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

export const DATABASE_EXPECTED = `postgres://user:password@host:port/database, sslmode one of ${SSL_MODES.join(', ')}`;

export function isDatabase(url: URL) {
  const mode = url.searchParams.get('sslmode');
  return (
    (url.protocol === 'postgres:' || url.protocol === 'postgresql:') &&
    (url.hostname !== '' || url.searchParams.has('host')) &&
    (mode === null || SSL_MODES.includes(mode))
  );
}

// libpq's `require` does not verify without a root certificate. The driver has no fallback, so `allow` and `prefer`
// connect without TLS.
export function databaseUrl(url: URL) {
  const translated = new URL(url);
  const mode = url.searchParams.get('sslmode');
  if (mode === 'require' && !url.searchParams.has('sslrootcert'))
    translated.searchParams.set('sslmode', 'no-verify');
  if (mode === 'allow' || mode === 'prefer') translated.searchParams.set('sslmode', 'disable');
  return translated.href;
}
