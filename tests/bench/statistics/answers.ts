import { composeAnswer } from '../../../src/domain/answering/index.ts'
import type { AnswerValues, Answer } from '../../../src/domain/answers/index.ts'
import { DATA_TYPE, QUESTION_TYPE } from '../../../src/domain/questions/index.ts'
import { generateAnswerId, templateIdSchema, toInstant } from '../../../src/domain/kernel/index.ts'
import { keys, set, type Write } from '../../../src/domain/store/index.ts'
import { buildUser } from '../../support/builders/people.ts'
import { buildPlainSubmit, bytesFor, DEVICE } from '../../support/builders/submit.ts'
import { buildPlainTemplate } from '../../support/builders/template.ts'
import type { World } from '../../support/server/world.ts'
import type { RawJson } from './raw-json.ts'

export const FORM = 'reclamos'
export const OTHER = 'otros'
const YEAR = 365 * 24 * 60 * 60 * 1000
const BEGAN = Date.parse('2025-11-20T00:00:00.000Z')
const BATCH = 500
const PUSHED = 50
const MAX_PUSHED = 10_000

const opciones = ['uno', 'dos', 'tres', 'cuatro', 'cinco'].map((texto, orden) => ({ orden, texto }))
const preguntas = Array.from({ length: 60 }, (_, orden) => ({ orden, titulo: `Pregunta ${orden}`, ...kindOf(orden) }))

function kindOf(orden: number): object {
  if (orden < 25) return { tipoPregunta: QUESTION_TYPE.RADIO, opciones }
  if (orden < 35) return { tipoPregunta: QUESTION_TYPE.SELECT, opciones }
  if (orden < 47) return { tipoPregunta: QUESTION_TYPE.BOOLEAN }
  return { tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: dataTypeOf(orden) }
}

function dataTypeOf(orden: number) {
  if (orden < 54) return DATA_TYPE.NUMBER
  return orden < 57 ? DATA_TYPE.DATE : DATA_TYPE.STRING
}

function templateOf(id: string) {
  const secciones = [{ orden: 0, titulo: 'Datos', preguntas }]
  return buildPlainTemplate({ id: templateIdSchema.parse(id) }, { titulo: id, secciones })
}

/** The values of one answer, always the same for a seed. */
function contentOf(seed: number): AnswerValues {
  const pick = (orden: number, of: number) => (Math.imul(seed * 61 + orden, 2654435761) >>> 8) % of
  const values = preguntas.map(({ orden }) => {
    if (orden < 25) return { chosen: [pick(orden, 5)] }
    if (orden < 35) return { chosen: [pick(orden, 2), 2 + pick(orden + 1, 3)] }
    if (orden < 47) return { respuesta: pick(orden, 2) === 0 }
    if (orden < 54) return { respuesta: String(pick(orden, 200)) }
    if (orden < 57) return { respuesta: `2026-0${1 + pick(orden, 9)}-1${pick(orden, 9)}` }
    return { respuesta: `Calle ${pick(orden, 300)}` }
  })
  const entries = values.map((value, orden) => [`0/${orden}`, value] as const)
  return { values: Object.fromEntries(entries), conditions: {}, rows: {} } as AnswerValues
}

/** Adds a year of answers to one form, in order of arrival. Another form of the same kind gets none. */
export async function fill(world: World, size: number, raw: RawJson): Promise<void> {
  for (const id of [FORM, OTHER]) {
    const template = templateOf(id)
    await world.put(keys.template(template.id), template)
    await world.put(keys.templateVersion(template.id, 1), template)
  }
  const template = templateOf(FORM)
  const author = buildUser('ines')
  for (let from = 0; from < size; from += BATCH) {
    const writes: Write[] = []
    for (let seed = from; seed < Math.min(size, from + BATCH); seed += 1) {
      const content = contentOf(seed)
      const submit = {
        ...buildPlainSubmit(1),
        template: template.id,
        answer: generateAnswerId(bytesFor(seed)),
        content,
      }
      const created = toInstant(BEGAN + Math.floor((seed / size) * YEAR))
      const made = composeAnswer(template, submit, { code: `VIS${seed}`, now: created, author })
      const answer: Answer = { ...made, fechaCreacion: created, receivedAt: created, lastUpdate: created }
      writes.push(set(keys.answer(answer.id), answer))
      raw.add(content.values)
    }
    await world.store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
  }
  raw.done()
  await world.store.following?.catchUp()
}

/** A batch of answers; `turn` is unique for each form. */
type Turn = { readonly turn: number; readonly count: number }

/**
 * Pushes a number of answers, fifty at a time, and waits until lists and statistics are updated.
 * @returns total milliseconds
 */
export async function pushSome(world: World, cookie: string, template: string, { turn, count }: Turn) {
  const first = 5_000_000 + (template === FORM ? 5_000_000 : 0) + turn * MAX_PUSHED
  const bodies = Array.from({ length: Math.ceil(count / PUSHED) }, (_, push) => ({
    protocol: 1,
    device: DEVICE,
    account: 'ines',
    mutations: Array.from({ length: Math.min(PUSHED, count - push * PUSHED) }, (__, at) => {
      const seed = first + push * PUSHED + at
      return buildPlainSubmit(seed, '', { template, content: contentOf(seed) })
    }),
  }))
  const began = performance.now()
  for (const body of bodies) {
    const response = await world.ask('POST', '/api/sync/push', { cookie, body })
    const { results } = (await response.json()) as { readonly results: readonly { readonly status: string }[] }
    if (results.some(({ status }) => status !== 'applied')) throw new Error(JSON.stringify(results[0]))
  }
  await world.store.following?.catchUp()
  return performance.now() - began
}
