import { describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { MAX_TEXT_LENGTH, templateIdSchema } from '#domain/kernel/index.ts'
import { type ChangeStateMutation, PROTOCOL_VERSION, type PushResult } from '#domain/sync/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildMove, buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { hashToBucket } from '../limits/buckets.ts'
import { DEFAULT_TUNING } from '../tuning.ts'

const TEXTS = 20
const { changesBurst, changesInterval, changesUnit } = DEFAULT_TUNING
const states = {
  disponibles: [
    { id: 0, nombre: 'Abierto', transiciones: [1] },
    { id: 1, nombre: 'Cerrado', transiciones: [0] },
  ],
  inicial: 0,
  history: [],
}

/** A form of twenty texts and two states, and its answer with this many characters in each text. */
async function answered(characters: number): Promise<{
  readonly world: World
  readonly push: (mutations: readonly unknown[]) => Promise<readonly PushResult[]>
  readonly moves: readonly ChangeStateMutation[]
}> {
  const world = await buildWorld()
  const preguntas = Array.from({ length: TEXTS }, (_, orden) => ({
    orden,
    titulo: `Pregunta ${orden}`,
    tipoPregunta: QUESTION_TYPE.OPEN,
  }))
  const form = buildPlainTemplate(
    { id: templateIdSchema.parse('largo') },
    { estados: states, secciones: [{ orden: 0, titulo: 'Textos', preguntas }] },
  )
  await world.put(keys.template(form.id), form)
  await world.put(keys.templateVersion(form.id, 1), form)
  const cookie = await world.signIn('sofia')
  const values = Object.fromEntries(preguntas.map(({ orden }) => [`0/${orden}`, { respuesta: 'x'.repeat(characters) }]))
  const submit = buildPlainSubmit(1, '', {
    author: 'sofia',
    template: form.id,
    content: { values, conditions: {}, rows: {} },
  })
  const push = async (mutations: readonly unknown[]): Promise<readonly PushResult[]> => {
    const response = await world.ask('POST', '/api/sync/push', {
      cookie,
      body: { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'sofia', mutations },
    })
    return ((await response.json()) as { readonly results: readonly PushResult[] }).results
  }
  expect(await push([submit])).toMatchObject([{ status: 'applied' }])
  const moves = Array.from({ length: 100 }, (_, at) =>
    buildMove(at + 2, {
      author: 'sofia',
      answer: submit.answer,
      template: form.id,
      base: at + 1,
      from: at % 2,
      to: (at + 1) % 2,
    }),
  )
  return { world, push, moves }
}

describe('changes to stored answers', () => {
  it('each of which keeps megabytes in a few bytes are slowed down, and continue after the announced time', async () => {
    const { world, push, moves } = await answered(MAX_TEXT_LENGTH)
    const results = await push(moves)
    const applied = results.filter(({ status }) => status === 'applied').length
    expect(applied).toBe(Math.ceil(changesBurst / Math.floor((TEXTS * MAX_TEXT_LENGTH) / changesUnit)))
    const waiting = results[applied]
    expect(waiting).toMatchObject({ status: 'retry', problem: { code: 'request.too-many' }, missing: [] })
    expect(await world.store.get(keys.answer(buildPlainSubmit(1).answer))).toMatchObject({ version: applied + 1 })
    world.clock.now += (waiting?.status === 'retry' ? waiting.after : 0) * 1000 + changesInterval
    // The device sends the same again: the waiting changes are applied in order.
    const [next] = await push(moves.slice(applied))
    expect(next).toMatchObject({ status: 'applied', version: applied + 2 })
  })

  it('of the usual size cost nothing', async () => {
    const { world, push, moves } = await answered(200)
    expect(new Set((await push(moves.slice(0, 50))).map(({ status }) => status))).toEqual(new Set(['applied']))
    expect(await world.store.get(await hashToBucket('changes', 'sofia'))).toBeUndefined()
  })
})
