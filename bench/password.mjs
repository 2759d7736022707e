/** The password of all users made by seed:large. */
export const DEMO_PASSWORD = 'demo-password';
