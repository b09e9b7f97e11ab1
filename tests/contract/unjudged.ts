import { afterAll, beforeEach, expect } from 'vitest'

/**
 * Leaves out the named cases of a suite and prints the reason. Fails for an unknown name, so that the list stays up to
 * date.
 */
export function reportUnjudged(suite: string, unjudged: Readonly<Record<string, string>>): void {
  const met = new Set<string>()
  beforeEach(({ task, skip }) => {
    const reason = Object.hasOwn(unjudged, task.name) ? unjudged[task.name] : undefined
    if (reason === undefined) return
    met.add(task.name)
    process.stderr.write(`NOT JUDGED  ${suite}: ${task.name}\n            ${reason}\n`)
    skip(reason)
  })
  afterAll(() => {
    // With a name filter (-t) not every case runs.
    if (met.size > 0) expect([...met].sort()).toEqual(Object.keys(unjudged).sort())
  })
}
