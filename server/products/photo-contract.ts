/** Pages of these are no raw pictures (docs/rules.md#products); their subdomains neither. */
export const blockedPhotoHosts = ['drive.google.com', 'dropbox.com', 'imgur.com', 'ibb.co'] as const;

export const PHOTO_BLOCKED = `Photo URL cannot link to ${blockedPhotoHosts.slice(0, 3).join(', ')}, or ${blockedPhotoHosts[3]}`;
export const PHOTO_NOT_HTTPS = 'Photo URL must begin with https://';

// No sign-in before the host, and nothing that browsers would read as another host.
const ADDRESS =
  /^https:\/\/([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*)\.?(?::\d{1,5})?(?:[/?#][^\s\\<>"']*)?$/i;

const hostOf = (address: string) => ADDRESS.exec(address)?.[1]?.toLowerCase() ?? null;

/** An https address of a picture somewhere else. */
export const isPhotoAddress = (text: string) => hostOf(text) !== null;

/** By host, subdomains included (docs/rules.md#products). */
export function isBlockedPhoto(text: string): boolean {
  const host = hostOf(text);
  return (
    host !== null && blockedPhotoHosts.some((blocked) => host === blocked || host.endsWith(`.${blocked}`))
  );
}

/** The key of an upload, or what a product already shows: its own picture sent back as it was read. */
const OURS = /^(?:uploads\/|\/files\/|\/demo\/)[\w./-]+$|^[\da-f-]{36}$/;

export const isPhoto = (text: string) => OURS.test(text) || isPhotoAddress(text);
