import { actorOfUser, can } from '#domain/access/index.ts'
import { ok, refuse, toInstant } from '#domain/kernel/index.ts'
import { parseRetention, computeRetentionCutoff, computeRetentionStart } from '#domain/privacy/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { PartialHandlers } from '../endpoints/serve.ts'
import { findSupportedJobs } from '../jobs/handlers.ts'
import { createPersonService } from './persons.ts'

/** Handlers that find, export and erase what is stored about a person, and that preview a retention period. */
export function createPrivacyHandlers({ ports }: Core) {
  const persons = createPersonService(ports, findSupportedJobs(ports.connectors))
  return {
    findPerson: async ({ body: { person, after }, ...by }) => ok(await persons.find(by, person, after)),

    exportPerson: async ({ body: { person, ids }, ...by }) =>
      ok({ records: await persons.exportRecords(by, person, ids) }),

    async erasePerson({ body, ...by }) {
      const done = await persons.erase(by, body)
      ports.log.info('person.erased', { by: by.user.id, erased: done.erased.length, left: done.left.length })
      return ok(done)
    },

    async previewRetention({ user, params: { id }, query: { period } }) {
      const { store, clock } = ports
      const form = await store.get(keys.template(id))
      const retention = parseRetention(period)
      const mayEdit = form !== undefined && can(actorOfUser(user), 'update', { kind: 'formulario', document: form })
      if (!mayEdit || form.deleted || retention === undefined) return refuse('template.missing')
      const from = computeRetentionStart({ timeStamp: toInstant(clock()) })
      const to = computeRetentionCutoff(retention, from)
      const where = { idPlantilla: id }
      const answers = await store.count({
        collection: 'respuestas_formularios',
        where,
        range: { field: 'lastUpdate', to },
      })
      const deleted = await store.count({ collection: 'deleted', where, range: { field: 'at', to } })
      return ok({ answers: answers + deleted, from })
    },
  } satisfies PartialHandlers
}
