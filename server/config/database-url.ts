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

/**
 * The address with sslmode as PostgreSQL's own clients mean it: `require` encrypts and trusts, unless a root
 * certificate is named; only verify-ca and verify-full look at the certificate. The driver cannot try one way and then
 * the other, so `allow` and `prefer` are without.
 */
export function databaseUrl(url: URL) {
  const meant = new URL(url);
  const mode = url.searchParams.get('sslmode');
  if (mode === 'require' && !url.searchParams.has('sslrootcert'))
    meant.searchParams.set('sslmode', 'no-verify');
  if (mode === 'allow' || mode === 'prefer') meant.searchParams.set('sslmode', 'disable');
  return meant.href;
}
