/** Processor time of this thread, in milliseconds. */
function spent(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * The longest time for which `work` lets nothing else run, in ms of the thread's processor time: other processes do not
 * count. The event loop never sleeps meanwhile, so each of its turns is measured.
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
/** What `reference` takes on a machine with two cores that does nothing else, in milliseconds. */
const CALM = 60

/** Work of the kind that requests are: a processor that others use, too, is slower at both. */
function reference(): number {
  const before = spent()
  for (let round = 0; round < 10; round += 1) JSON.stringify(JSON.parse(REFERENCE))
  return spent() - before
}

const MAX_TRIES = 8

/**
 * For how long a request holds the thread, in milliseconds as on a calm machine: the best of several tries, because
 * garbage collection and compiling fall on whatever runs. It ends with the first that is good enough.
 * @param prepare gets the number of the try, from 0; what it gives is measured
 */
export async function holdsThread(
  enough: number,
  prepare: (number: number) => Promise<() => Promise<unknown>>,
): Promise<number> {
  let best = Infinity
  for (let number = 0; number < MAX_TRIES && best > enough; number += 1) {
    const attempt = await prepare(number)
    const held = await longestTurn(attempt)
    // The reference takes longer than most requests, so only a turn that is too long is compared with it.
    best = Math.min(best, held <= enough ? held : (held * CALM) / Math.max(CALM, reference(), reference()))
  }
  return best
}
