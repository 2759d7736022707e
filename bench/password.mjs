/** Of everybody whom seed:large makes. */
export const DEMO_PASSWORD = 'demo-password';
