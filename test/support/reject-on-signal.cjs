// Preloaded into a process of the product: SIGCONT causes an unhandled rejection in it, SIGWINCH an exception.
process.on('SIGCONT', () => void Promise.reject(new Error('rejected for the test, token=secret')));
process.on('SIGWINCH', () => {
  throw new Error('thrown for the test');
});
