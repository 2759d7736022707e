// Preloaded into npm, so that an installation ends with the start that began it, also after `kill -9`: two at once
// would delete each other's files.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
