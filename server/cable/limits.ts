/** What one user, one socket, one frame may be, so that nobody is served at another's cost. */
export const SOCKETS_PER_USER = 10;
/** Different ones: the same subscription in ten tabs is one. */
export const SUBSCRIPTIONS_PER_USER = 20;
export const FRAMES_PER_WINDOW = 60;
export const WINDOW_MS = 10_000;
export const FRAME_BYTES = 32 * 1024;
/** Sent before anybody knows who it is, and kept until then. */
export const EARLY_CHARACTERS = 64 * 1024;
/** Total length of a user's different identifiers, which stay in memory as long as their subscriptions. */
export const MAX_USER_IDENTIFIER_CHARACTERS = 256 * 1024;
/** What may wait for a reader who does not read. */
export const BUFFERED_BYTES = 1024 * 1024;
/** Who has not been identified by then is let go. */
export const HANDSHAKE_MS = 15_000;
/** Identifications under way at one time: a storm of connections waits here, not in the database's pool. */
export const IDENTIFIED_AT_ONCE = 64;
