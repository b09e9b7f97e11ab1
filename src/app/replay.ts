import type { RunOptions, SyncDeps, SyncOutcome } from '#sync/index.ts'

type Stage = typeof import('./replay-stage.ts')

/** Once a signed-in person's frame is drawn: long enough for the screen inside it to read what it shows, milliseconds. */
const SETTLED = 400
/** A frame that never stands must not keep answers from being sent. */
const LONGEST_WAIT = 5_000

let draw: () => void
const drawn = new Promise<void>((resolve) => (draw = resolve))
const settled = Promise.race([drawn.then(() => pause(SETTLED)), pause(LONGEST_WAIT)])
let loading: Promise<Stage> | undefined

/** The frame says that it is drawn; from then on what it did not need may come. */
export function screenStands(): void {
  draw()
}

/** Resolves when a file that the first screen does without may be fetched. */
export function whenSettled(): Promise<void> {
  return settled
}

/**
 * One exchange with the server. Its rules and the schemas of all that the server may send weigh as much as a form's own screen, so they
 * are fetched when the first screen stands. A file that cannot be had is a network that is not there.
 */
export async function replay(deps: SyncDeps, options: RunOptions): Promise<SyncOutcome> {
  await settled
  let stage: Stage
  try {
    loading ??= import('./replay-stage.ts')
    stage = await loading
  } catch {
    loading = undefined
    return { kind: 'stopped', stop: { kind: 'unreachable', problem: { code: 'network.unreachable' } }, next: undefined }
  }
  return stage.runSync(deps, options)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
