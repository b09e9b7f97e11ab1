import { ok } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import type { SomeHandlers } from '../endpoints/serve.ts'
import { supportedJobs } from '../jobs/handlers.ts'
import { createPersons } from './persons.ts'

/** Handlers that find, export and erase what is stored about a person, for administrators of a municipality. */
export function privacyHandlers({ ports }: Core) {
  const persons = createPersons(ports, supportedJobs(ports.connectors))
  return {
    findPerson: async ({ body: { person, after }, ...by }) => ok(await persons.find(by, person, after)),

    exportPerson: async ({ body: { person, ids }, ...by }) =>
      ok({ records: await persons.exportRecords(by, person, ids) }),

    async erasePerson({ body, ...by }) {
      const done = await persons.erase(by, body)
      ports.log.info('person.erased', { by: by.user.id, erased: done.erased.length, left: done.left.length })
      return ok(done)
    },
  } satisfies SomeHandlers
}
