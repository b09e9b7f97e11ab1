import { test } from '../support/world.ts'
import { answerWithoutServer } from '../support/main-job.ts'

/** The browser believes that it is online, but no server replies. */
test('an answer saved while the server is down arrives once, automatically, when both are back', async ({ world }) => {
  await answerWithoutServer(
    world,
    (server) => server.stop(),
    (server) => server.start(),
  )
})
