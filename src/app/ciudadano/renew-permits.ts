import { givePermit } from '#domain/citizens/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { Local } from '#local/index.ts'
import { storePermit, listExpiredPermits } from '#local/guests/index.ts'

/**
 * Requests new permits for unsent entries without a valid permit. An entry whose permit is refused stays in the outbox.
 * @param now device clock, milliseconds
 */
export async function renewPermits(local: Local, ask: RequestSender, now: number): Promise<void> {
  for (const { id: mutation, kind, template: form, answer, renews } of await listExpiredPermits(local, now)) {
    if (kind !== 'answer.submit' && kind !== 'answer.revise') continue
    const body = { purpose: kind, form, answer, mutation, ...(renews === undefined ? {} : { renews }) }
    const outcome = await ask(givePermit, { body })
    if (outcome.kind === 'ok') await storePermit(local, mutation, outcome.value.permit)
  }
}
