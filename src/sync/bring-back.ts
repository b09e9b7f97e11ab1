import type { MutationId, Instant } from '#domain/kernel/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import { listLacking, MAX_COMPARED_MUTATIONS } from '#domain/sync/index.ts'
import { listUncheckedMutations, requeueSentMutations, type SentMutationRef } from '#local/sending.ts'
import { createSender } from './ask.ts'
import { stopRun, type SyncRun } from './sync-run.ts'

/**
 * After a pull that started from the beginning, asks the server which of the stored mutations it lacks, because it may
 * have been restored from a backup, and returns those to the outbox. The next run sends them like any other work. Each
 * run asks until the server has answered. Asks again later about changes of answers that the server lacks.
 * @returns whether there may be something to send
 */
export async function requeueMissingMutations(run: SyncRun): Promise<boolean> {
  const { local, clock } = run.deps
  const unchecked = run.stop === undefined ? await listUncheckedMutations(local, clock()) : undefined
  if (unchecked === undefined) return false
  const { kept, cursor } = unchecked
  const [lacking, gone] = [new Set<MutationId>(), new Set<MutationId>()]
  let at: Instant | undefined
  for (let index = 0; index < kept.length; index += MAX_COMPARED_MUTATIONS) {
    const outcome = await createSender(run.transport)(listLacking, {
      body: { mutations: kept.slice(index, index + MAX_COMPARED_MUTATIONS) },
    })
    if (isStopped(run)) return false
    switch (outcome.kind) {
      case 'ok':
        at = outcome.value.serverTime
        for (const id of outcome.value.lacking) lacking.add(id)
        for (const id of outcome.value.gone) gone.add(id)
        break
      // An older server without this endpoint, or a refused account. Pull and push report a refused account themselves.
      case 'refused':
        return false
      case 'retry':
        stopRun(run, { kind: 'unreachable', problem: outcome.problem })
        return false
      case 'sign-in':
      case 'wait':
        stopRun(run, outcome)
        return false
      default:
        return unreachable(outcome)
    }
  }
  if (at === undefined) return false
  const followed = withoutFollowers(kept, lacking, gone)
  await requeueSentMutations(local, { lacking, gone: followed, at, now: clock(), cursor })
  return lacking.size > gone.size
}

function isStopped({ stop }: SyncRun): boolean {
  return stop !== undefined
}

/**
 * Excludes changes whose answer is being sent again from `gone`. The server does not know this if it was asked about
 * answer and change separately.
 */
function withoutFollowers(
  kept: readonly SentMutationRef[],
  lacking: ReadonlySet<MutationId>,
  gone: ReadonlySet<MutationId>,
): ReadonlySet<MutationId> {
  const lostSubmissions = kept.filter(({ id, kind }) => kind === 'answer.submit' && lacking.has(id) && !gone.has(id))
  const returning = new Set(lostSubmissions.map(({ answer }) => answer))
  return new Set(
    kept.flatMap(({ id, answer, kind }) =>
      gone.has(id) && (kind === 'answer.submit' || !returning.has(answer)) ? [id] : [],
    ),
  )
}
