import type { Journey } from '../support/journey.ts'
import { answerWithoutServer } from '../support/main-job.ts'

/** The browser believes that it is online, and no server answers: the hard kind of offline. */
export const journey: Journey = {
  name: 'an answer saved while the server is down arrives once, by itself, when both are back',
  seconds: 150,
  run: (world) =>
    answerWithoutServer(
      world,
      (server) => server.stop(),
      (server) => server.start(),
    ),
}
