const STEPS = ['Packages', 'Build', 'PostgreSQL and migrations', 'Demo', 'First pages'];

/** Tells who waits for a first start how far it is. `number`: 1 to 5. */
export const showStep = (number) => console.log(`[${number}/${STEPS.length}] ${STEPS[number - 1]}`);
