import type { Journey } from '../support/journey.ts'
import { answerWithoutServer } from '../support/main-job.ts'

export const journey: Journey = {
  name: 'an answer saved without a network arrives once, by itself, when the app is opened with one',
  seconds: 150,
  // The browser's being offline ends with the browser.
  run: (world) =>
    answerWithoutServer(
      world,
      (_, tablet) => tablet.goOffline(),
      () => Promise.resolve(),
    ),
}
