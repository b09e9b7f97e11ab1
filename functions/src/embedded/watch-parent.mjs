/** Loaded before the server by its starter: when the starter is killed (kill -9), the server stops cleanly. */
if (process.connected) {
  process.channel?.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
