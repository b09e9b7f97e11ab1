import { municipalityOfDocument } from '#domain/places/index.ts'
import { restoreUnit } from '#domain/answers/judge/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import { withJobs } from '#domain/jobs/judge/index.ts'
import { ok, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { listDeletedAnswers } from '../list-deleted.ts'
import type { Core } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { supportedJobs } from '../../jobs/handlers.ts'

/** Handlers for administrators: deleted answers and their restoration. */
export function deletedHandlers({ ports }: Core) {
  const { store, clock, connectors } = ports
  return {
    listDeleted: async ({ user, query }) => ok(await listDeletedAnswers(ports, user, query)),

    async restoreAnswer({ user, params, address }) {
      const now = toInstant(clock())
      const unit = withJobs(restoreUnit(params.id, user.id, now), supportedJobs(connectors), now)
      const restored = await store.commit(
        withAudit(
          unit,
          (result) => ({
            action: 'answer.restored',
            target: keys.answer(params.id),
            by: user,
            from: address,
            ...(result.ok
              ? { municipality: municipalityOfDocument(result.value), details: { code: result.value.codigoMunicipio } }
              : {}),
          }),
          now,
        ),
      )
      if (!restored.ok) return restored
      const { id, idPlantilla, codigoMunicipio } = restored.value
      return ok({ id, idPlantilla, codigoMunicipio })
    },
  } satisfies SomeHandlers
}
