import type { LaunchOptions } from './chromium.ts'
import type { Server, ServerOptions } from './server.ts'
import type { Tablet } from './tablet.ts'

/** What a journey is given. Everything that it starts is ended after it, however it ends. */
export type World = {
  /** a server in a process of its own, on a data folder of its own */
  readonly server: (options?: ServerOptions) => Promise<Server>
  /** a Chromium on a profile that lies on the disk, as a tablet's does */
  readonly tablet: (origin: string, options?: LaunchOptions) => Promise<Tablet>
  /** a new folder, gone after the journey */
  readonly folder: (name: string) => Promise<string>
  /** something else to be ended after the journey */
  readonly ending: (end: () => Promise<unknown>) => void
  /** Runs one of the journey's `scenarios` and reports it by name; what it throws ends the journey. */
  readonly scenario: (name: string, run: () => Promise<void>) => Promise<void>
  /** says in the report how far the journey came */
  readonly step: (text: string) => void
}

export type Journey = {
  /** the behaviour that is shown */
  readonly name: string
  /**
   * Things that go wrong and share a server and a browser, whose start takes longer than most of them. Each is counted
   * by its name and has to be run by `world.scenario`. Without any, the journey counts as one.
   */
  readonly scenarios?: readonly string[]
  /** hard limit; generous, because a machine that is busy is not a bug */
  readonly seconds: number
  readonly run: (world: World) => Promise<void>
}
