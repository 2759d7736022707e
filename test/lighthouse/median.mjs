/** The middle one; of an even number the better of the two in the middle. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
