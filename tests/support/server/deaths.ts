import { runDueJobs } from '#core/jobs/run-due.ts'
import type { World } from './world.ts'

/** Longer than any lease of a job, milliseconds. */
const LATER = 2 * 3_600_000

/** Runs the due jobs on a server that is killed at its commit number `lives`, counted from 0. */
export async function dieAtCommit({ ports, store, clock }: World, lives: number): Promise<void> {
  let left = lives
  const dying = {
    ...store,
    commit: ((unit) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : store.commit(unit)
    }) as typeof store.commit,
  }
  await runDueJobs({ ...ports, store: dying }, clock.now).catch(() => undefined)
  clock.now += LATER
}
