/** Ends a sentence with a name, which may bring its own period: "Play Co.". */
export const withPeriod = (name: string): string => (name.endsWith('.') ? name : `${name}.`);
