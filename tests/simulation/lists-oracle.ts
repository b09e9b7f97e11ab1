import type { Answer } from '#domain/answers/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { SimServer } from './server.ts'
import { checkStatistics } from './statistics-oracle.ts'

/** More than the total number in a world. */
const ALL = 10_000

/**
 * Invariant 11, truthful: lists, counts and searches show each answer once, as stored, and no deleted ones, whatever
 * faults occurred while they were written. @param stored committed answers, from the users' own records
 */
export async function checkLists(
  server: SimServer,
  stored: ReadonlyMap<AnswerId, Answer>,
  note: (violation: string) => void,
): Promise<void> {
  const { store } = server
  let isRight = true
  const wrong = (violation: string): void => {
    isRight = false
    note(violation)
  }
  const collection = 'respuestas_formularios'
  for (const template of new Set([...stored.values()].map((answer) => answer.idPlantilla))) {
    const here = [...stored.values()].filter((answer) => answer.idPlantilla === template)
    const where = { idPlantilla: template }
    const order = { field: 'fechaCreacion', descending: true }
    const listed = await store.query({ collection, where, order, summaries: true, limit: ALL })
    const shown = listed.map(({ key }) => key).sort()
    const expected = here.map(({ id }) => keys.answer(id)).sort()
    if (shown.join() !== expected.join())
      wrong(`11 truthful: the list of ${template} shows ${shown.join()} instead of ${expected.join()}`)
    const count = await store.count({ collection, where })
    if (count !== here.length) wrong(`11 truthful: ${template} counts ${count} instead of ${here.length}`)
    for (const { document: line } of listed) {
      const { id } = line.summary
      const answer = await store.get(keys.answer(id))
      if (answer?.lastUpdate !== line.summary.lastUpdate)
        wrong(`11 truthful: the list shows ${id} of ${line.summary.lastUpdate}, which is of ${answer?.lastUpdate}`)
      const any = [[{ word: line.summary.codigoMunicipio.toLowerCase(), isWhole: true }]]
      const found = await store.query({ collection, words: { within: template, any }, summaries: true, limit: ALL })
      if (found.filter(({ document }) => document.summary.id === id).length !== 1)
        wrong(`11 truthful: ${line.summary.codigoMunicipio} finds ${found.map(({ key }) => key).join()}`)
    }
  }
  // Statistics are computed from the same lists.
  if (isRight) await checkStatistics(server, note)
}
