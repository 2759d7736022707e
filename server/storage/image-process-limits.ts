/** With the worker's own memory below 1 GB, the limit of a small host. */
export const MAX_PROCESS_BYTES = 768 * 1024 * 1024;

/** Exit code of an image process that needs more. */
export const TOO_MUCH_MEMORY_CODE = 70;
