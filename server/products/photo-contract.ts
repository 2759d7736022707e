/** These hosts and their subdomains serve pages, not raw pictures (docs/rules.md#products). */
const blockedPhotoHosts = ['drive.google.com', 'dropbox.com', 'imgur.com', 'ibb.co'] as const;

export const PHOTO_BLOCKED = `Photo URL cannot link to ${blockedPhotoHosts.slice(0, 3).join(', ')}, or ${blockedPhotoHosts[3]}`;
export const PHOTO_NOT_HTTPS = 'Enter a photo URL that starts with https://';

// No credentials before the host, and nothing that browsers read as another host.
const ADDRESS =
  /^https:\/\/([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*)\.?(?::\d{1,5})?(?:[/?#][^\s\\<>"']*)?$/i;

const hostOf = (address: string) => ADDRESS.exec(address)?.[1]?.toLowerCase() ?? null;

export const isPhotoAddress = (text: string) => hostOf(text) !== null;

export function isBlockedPhoto(text: string): boolean {
  const host = hostOf(text);
  return (
    host !== null && blockedPhotoHosts.some((blocked) => host === blocked || host.endsWith(`.${blocked}`))
  );
}

/** The key of an upload, or the address of a picture that the product already shows. */
const OURS = /^(?:uploads\/|\/files\/|\/demo\/)[\w./-]+$|^[\da-f-]{36}$/;

export const isPhoto = (text: string) => OURS.test(text) || isPhotoAddress(text);
