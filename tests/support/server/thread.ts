/** Processor time of this thread, in milliseconds. */
function spent(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * The longest time for which `work` blocks the event loop, in ms of the thread's processor time, so that other
 * processes do not count. The event loop never sleeps during it, so each of its turns is measured.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [last, longest, isOver] = [spent(), 0, false]
  const turn = (): void => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  await new Promise((resolve) => setImmediate(resolve))
  return longest
}

const REFERENCE = JSON.stringify(
  Array.from({ length: 20_000 }, (_, orden) => ({ orden, titulo: `Question ${orden}`, required: false, opciones: [] })),
)
/** Milliseconds that `reference` takes on an idle machine with two cores. */
const CALM = 60

/** A reference workload similar to requests, which slows down equally on a busy machine. */
function reference(): number {
  const before = spent()
  for (let round = 0; round < 10; round += 1) JSON.stringify(JSON.parse(REFERENCE))
  return spent() - before
}

const MAX_TRIES = 8

/**
 * Milliseconds for which a request blocks the thread, scaled to an idle machine: the best of several attempts, because
 * garbage collection and compilation can hit any of them. Ends with the first good result.
 * @param prepare gets the attempt's number, from 0; its result is measured
 */
export async function measureThreadBlock(
  enough: number,
  prepare: (number: number) => Promise<() => Promise<unknown>>,
): Promise<number> {
  let best = Infinity
  for (let number = 0; number < MAX_TRIES && best > enough; number += 1) {
    const attempt = await prepare(number)
    const held = await longestTurn(attempt)
    // The reference takes longer than most requests, so it only runs when a turn was too long.
    best = Math.min(best, held <= enough ? held : (held * CALM) / Math.max(CALM, reference(), reference()))
  }
  return best
}
