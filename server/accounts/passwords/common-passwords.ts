import { COMMON_PASSWORDS } from './common-password-list';

/** Sequences, repetitions and seasons, which that list leaves to rules, and our own words. */
const ALSO_COMMON = `00000000 0123456789 0987654321 1111111111 12341234 123123123 159357456 66666666 87654321
  88888888 987654321 99999999 aa12345678 admin1234 autumn2025 batman123 changeme1 default1 garfield1 ginger123
  guest123 letmein123 login123 lotwise1 lotwise123 loveme123 marketplace p@ssword qweqweqwe snoopy123 spring2025
  summer2024 summer2025 test12345 test123456 wholesale winter2024 winter2025`;

const COMMON: ReadonlySet<string> = new Set(`${COMMON_PASSWORDS} ${ALSO_COMMON}`.trim().split(/\s+/));

export const isCommonPassword = (password: string) => COMMON.has(password.toLowerCase());
