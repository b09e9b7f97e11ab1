import { addressSchema, contentOf } from '#domain/answering/index.ts'
import type { Answer } from '#domain/documents/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { type Author, type Change, mutationSchema, type Submit } from '#domain/sync/index.ts'
import type { Chance } from './chance.ts'
import { INCIDENTS, INSPECTIONS } from './town.ts'

/** Places that the form of inspections requires and that have no value: what a condition that was checked, or a row that was added, still asks for. */
export function lackingIn(answer: Answer): readonly string[] {
  if (answer.idPlantilla !== INSPECTIONS) return []
  const { values, conditions, rows } = contentOf(answer)
  const asked = [
    '0/0',
    '0/7',
    '1/0',
    ...Array.from({ length: rows['1'] ?? 0 }, (_, row) => `1/r${row}/0`),
    ...(conditions['2'] ?? []).map((condition) => `2/c${condition}/0`),
  ]
  return asked.filter((at) => values[addressSchema.parse(at)] === undefined)
}

const isAsked = (answer: Answer): boolean => answer.requestsForChanges.at(-1)?.needCompletition === true

/** Which answer somebody turns to, the youngest first: mostly one that waits for something, seldom one of which little can be wanted. */
export function answerForLateAct(answers: readonly Answer[], chance: Chance): Answer | undefined {
  const fitting = answers.filter(({ idPlantilla }) => idPlantilla === INSPECTIONS || idPlantilla === INCIDENTS)
  const waiting = fitting.filter((answer) => isAsked(answer) || lackingIn(answer).length > 0)
  const near = waiting.length > 0 && chance.happens(0.7) ? waiting : chance.happens(0.9) ? fitting : answers
  return near.length === 0 ? undefined : chance.pick(near.slice(0, 3))
}

/**
 * What people do with an answer beside correcting and moving it: they find that something was not asked and complete it, ask for changes and
 * send them, delete it. Some of it they may not do, or not any more.
 */
export function lateActOf(answer: Answer, chance: Chance): object {
  if (chance.happens(0.15)) return { kind: 'answer.delete' }
  if (answer.idPlantilla === INSPECTIONS) return lackingIn(answer).length > 0 || chance.happens(0.1) ? completion(answer, chance) : opening(answer, chance)
  if (answer.idPlantilla === INCIDENTS && (isAsked(answer) ? chance.happens(0.8) : chance.happens(0.15))) return revision(answer, chance)
  return request(chance)
}

/** Another condition holds after all, or there is one more row: a correction that leaves the answer incomplete. */
function opening(answer: Answer, chance: Chance): object {
  const { conditions, rows } = contentOf(answer)
  const seen = (conditions['2'] ?? []).includes(1)
  const correction =
    !seen && chance.happens(0.5)
      ? { values: [], conditions: [{ section: 2, condition: 1, seen, checked: true }], rows: [] }
      : { values: [], conditions: [], rows: [{ section: 1, seen: rows['1'] ?? 0, count: (rows['1'] ?? 0) + 1 }] }
  return { kind: 'answer.correct', correction, resolves: [] }
}

function completion(answer: Answer, chance: Chance): object {
  const { values } = contentOf(answer)
  const edit = (at: string) => ({ at, seen: values[addressSchema.parse(at)] ?? null, value: { respuesta: `completado ${chance.int(0, 1_000_000)}` } })
  const lacking = lackingIn(answer).filter((at) => at !== '0/7')
  // Not everybody may replace what stands there in the same breath.
  const places = [...lacking.slice(0, chance.int(1, 2)), ...(chance.happens(0.4) ? ['0/0'] : [])]
  const signed = answer.signatures.flatMap(({ indexSignature, imgID }) => (imgID === undefined ? [] : [{ indexSignature, image: imgID }]))
  const over = { title: 'Titular', firstName: 'Otra', lastName: 'Persona' }
  const signatures = chance.happens(0.15) ? signed.map((one) => ({ ...one, ...over })) : []
  return { kind: 'answer.edit', correction: { values: places.map(edit), conditions: [], rows: [] }, signatures }
}

function request(chance: Chance): object {
  const whole = chance.happens(0.3)
  const comment = `por favor ${chance.int(0, 1_000_000)}`
  return { kind: 'answer.requestChanges', comment, answers: whole ? [] : ['0/0'], images: [], documents: [], sections: whole ? [0] : [] }
}

/** The second question is never asked for by itself. */
function revision(answer: Answer, chance: Chance): object {
  const at = addressSchema.parse(chance.happens(0.3) ? '0/1' : '0/0')
  const value = { respuesta: `revisado ${chance.int(0, 1_000_000)}` }
  return { kind: 'answer.revise', correction: { values: [{ at, seen: contentOf(answer).values[at] ?? null, value }], conditions: [], rows: [] } }
}

/** Somebody's change of an answer as they see it. */
export function changeBy(author: Author, facts: Pick<Submit, 'id' | 'device' | 'offset'> & { readonly clock: number }, answer: Answer, what: object): Change {
  const mutation = mutationSchema.parse({
    ...facts,
    clock: toInstant(Math.max(0, facts.clock)),
    author,
    answer: answer.id,
    template: answer.idPlantilla,
    version: answer.templateVersion,
    base: answer.version,
    files: [],
    ...what,
  })
  if (mutation.kind === 'answer.submit') throw new Error('A change is no submission')
  return mutation
}
