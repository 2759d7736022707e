export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern for texts that contain `text` literally. */
export const containsPattern = (text: string) => `%${escapeLike(text)}%`;
