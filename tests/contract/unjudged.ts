import { afterAll, beforeEach, expect } from 'vitest'

/**
 * Leaves out the named cases of a suite and prints the reason. A name that no case has fails: the list cannot outlive
 * what it was written for.
 */
export function sayUnjudged(suite: string, unjudged: Readonly<Record<string, string>>): void {
  const met = new Set<string>()
  beforeEach(({ task, skip }) => {
    const reason = Object.hasOwn(unjudged, task.name) ? unjudged[task.name] : undefined
    if (reason === undefined) return
    met.add(task.name)
    process.stderr.write(`NOT JUDGED  ${suite}: ${task.name}\n            ${reason}\n`)
    skip(reason)
  })
  afterAll(() => {
    // Under a name filter (-t) not every case is met.
    if (met.size > 0) expect([...met].sort()).toEqual(Object.keys(unjudged).sort())
  })
}
