import { addressSchema, generateRowId, toInstant, type Author, type RowId } from '#domain/kernel/index.ts'
import type { AnswerValues, Answer } from '#domain/answers/index.ts'
import { decomposeAnswer, type SubmitMutation } from '#domain/answering/index.ts'
import { type AnswerChange, mutationSchema } from '#domain/sync/index.ts'
import type { Chance } from './chance.ts'
import { lackingIn } from './required.ts'
import { INCIDENTS, INSPECTIONS } from './forms.ts'

/** Whether its last request for changes is waiting for the citizen's reply. */
export function isAsked(answer: Answer): boolean {
  return answer.requestsForChanges.at(-1)?.needCompletition === true
}

/** Picks an answer for a user, newest first: often an incomplete one, rarely one with little to change. */
export function answerForLateAct(answers: readonly Answer[], chance: Chance): Answer | undefined {
  const fitting = answers.filter(({ idPlantilla }) => idPlantilla === INSPECTIONS || idPlantilla === INCIDENTS)
  const waiting = fitting.filter((answer) => lackingIn(answer).length > 0)
  const candidates = (): readonly Answer[] => {
    if (waiting.length > 0 && chance.happens(0.4)) return waiting
    return chance.happens(0.9) ? fitting : answers
  }
  const near = candidates()
  return near.length === 0 ? undefined : chance.pick(near.slice(0, 3))
}

/**
 * Actions on an answer besides correcting and moving it: completing it, adding or removing parts, asking for changes,
 * deleting it. Some are not permitted, or not at that time; a revision is the citizen's.
 */
export function lateActOf(answer: Answer, chance: Chance): object {
  if (chance.happens(0.15)) return { kind: 'answer.delete' }
  if (answer.idPlantilla === INSPECTIONS)
    return lackingIn(answer).length > 0 || chance.happens(0.1) ? completion(answer, chance) : opening(answer, chance)
  if (answer.idPlantilla === INCIDENTS && chance.happens(0.1)) return revision(answer, chance)
  return request(chance)
}

/**
 * A condition is turned on or off, or a row is added, removed or corrected. Usually the same change answers the new
 * required questions; if not, the server refuses it.
 */
function opening(answer: Answer, chance: Chance): object {
  const { conditions, rows, values } = decomposeAnswer(answer)
  const checked = conditions['2'] ?? []
  const answers = chance.happens(0.7)
  const edit = (place: string, wanted: string | null) => {
    const at = addressSchema.parse(place)
    return {
      at,
      seen: values[at] ?? null,
      value: wanted === null ? null : { respuesta: `${wanted} ${chance.int(0, 1_000_000)}` },
    }
  }
  const to = (condition: number, wanted: boolean) => [{ section: 2, condition, seen: !wanted, checked: wanted }]
  const nothing = { values: [], conditions: [], rows: [] }
  const correct = (correction: object) => ({
    kind: 'answer.correct',
    correction: { ...nothing, ...correction },
    resolves: [],
  })
  if (chance.happens(0.6)) {
    const known = rows['1'] ?? []
    const row = known.length === 0 || chance.happens(0.3) ? undefined : chance.pick(known)
    if (row === undefined) {
      const added = generateRowId(chance.bytes(10), known)
      return correct({
        rows: [{ section: 1, row: added, added: true }],
        values: answers ? [edit(`1/r${added}/0`, `otra salida of 1#${added}`)] : [],
      })
    }
    if (chance.happens(0.4)) return correct({ rows: [{ section: 1, row, seen: valuesIn(values, row) }] })
    return correct({ values: [edit(`1/r${row}/${chance.int(0, 1)}`, `corregida of 1#${row}`)] })
  }
  const condition = chance.int(0, 1)
  if (checked.includes(condition))
    return correct({ conditions: to(condition, false), values: [edit(`2/c${condition}/0`, null)] })
  return correct({ conditions: to(condition, true), values: answers ? [edit(`2/c${condition}/0`, 'ahora sí')] : [] })
}

function valuesIn(values: AnswerValues['values'], row: RowId): object {
  const [own, all] = [`1/r${row}/`, Object.entries(values)]
  return Object.fromEntries(all.flatMap(([at, value]) => (at.startsWith(own) ? [[at.slice(own.length), value]] : [])))
}

function completion(answer: Answer, chance: Chance): object {
  const { values } = decomposeAnswer(answer)
  const edit = (at: string) => ({
    at,
    seen: values[addressSchema.parse(at)] ?? null,
    value: { respuesta: `completado ${chance.int(0, 1_000_000)}` },
  })
  const lacking = lackingIn(answer).filter((at) => at !== '0/7' && at !== '2?')
  // Not all authors may replace existing values in the same change.
  const places = [...lacking.slice(0, chance.int(1, 2)), ...(chance.happens(0.4) ? ['0/0'] : [])]
  const signed = answer.signatures.flatMap(({ indexSignature, imgID }) =>
    imgID === undefined ? [] : [{ indexSignature, image: imgID }],
  )
  const over = { title: 'Titular', firstName: 'Otra', lastName: 'Persona' }
  const signatures = chance.happens(0.15) ? signed.map((one) => ({ ...one, ...over })) : []
  return {
    kind: 'answer.edit',
    correction: { values: [...new Set(places)].map(edit), conditions: [], rows: [] },
    signatures,
  }
}

/** Sometimes a section is named without its answers. */
export function request(chance: Chance): object {
  const [section, marks] = [chance.happens(0.3), chance.happens(0.7)]
  const number = chance.int(0, 1_000_000)
  const asked = number % 3 === 0 ? ['0/0', '0/1'] : ['0/0']
  return {
    kind: 'answer.requestChanges',
    comment: `por favor ${number}`,
    answers: !section || marks ? asked : [],
    images: [],
    documents: [],
    sections: section ? [0] : [],
  }
}

/** The second question is sometimes asked for, and never alone. */
export function revision(answer: Answer, chance: Chance): object {
  const at = addressSchema.parse(chance.happens(0.3) ? '0/1' : '0/0')
  const value = { respuesta: `revisado ${chance.int(0, 1_000_000)}` }
  return {
    kind: 'answer.revise',
    correction: { values: [{ at, seen: decomposeAnswer(answer).values[at] ?? null, value }], conditions: [], rows: [] },
  }
}

/** A user's change of an answer, with permissions as they see it. */
export function changeBy(
  author: Author,
  facts: Pick<SubmitMutation, 'id' | 'device' | 'offset'> & { readonly clock: number },
  answer: Answer,
  what: object,
): AnswerChange {
  const mutation = mutationSchema.parse({
    ...facts,
    clock: toInstant(Math.max(0, facts.clock)),
    author,
    answer: answer.id,
    rowIds: true,
    template: answer.idPlantilla,
    version: answer.templateVersion,
    base: answer.version,
    baseAt: answer.lastUpdate,
    files: [],
    ...what,
  })
  if (mutation.kind === 'answer.submit') throw new Error('A change is no submission')
  return mutation
}
