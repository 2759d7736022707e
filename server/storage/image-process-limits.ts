/** With the worker's own memory this stays below 1 GB, where hosts end a small machine's processes. */
export const MAX_PROCESS_BYTES = 768 * 1024 * 1024;

/** How the image process ends when it needs more than that. */
export const TOO_MUCH_MEMORY_CODE = 70;
