import type { Server } from '../journeys/support/server.ts'
import type { Hands } from './hands.ts'

/** What is done in each browser. */
export type Job = {
  /** the behaviour that is shown */
  readonly name: string
  readonly run: (at: Desk) => Promise<void>
}

type Desk = {
  readonly hands: Hands
  readonly server: Server
  /** picture files as a camera makes them, each of its own */
  readonly photos: (count: number) => Promise<readonly string[]>
  /** says in the report how far the job came */
  readonly step: (text: string) => void
}
