export function showStep(number: number): void;
