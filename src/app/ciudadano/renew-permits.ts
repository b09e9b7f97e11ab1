import { givePermit } from '#domain/citizens/index.ts'
import type { Ask } from '#domain/endpoints/index.ts'
import type { Local } from '#local/index.ts'
import { keepPermit, lapsedPermits } from '#local/guests/index.ts'

/**
 * Requests new permits for entries with an expired permit, when their citizen has returned. Entries whose permit is
 * refused permanently are kept and count as waiting.
 * @param now device clock, milliseconds
 */
export async function renewPermits(local: Local, ask: Ask, now: number): Promise<void> {
  for (const { id: mutation, kind, template: form, answer, renews } of await lapsedPermits(local, now)) {
    if (kind !== 'answer.submit' && kind !== 'answer.revise') continue
    const body = { purpose: kind, form, answer, mutation, ...(renews === undefined ? {} : { renews }) }
    const given = await ask(givePermit, { body })
    if (given.kind === 'ok') await keepPermit(local, mutation, given.value.permit)
  }
}
