import { describe, expect, it } from 'vitest'
import { MAX_PUBLIC_ANSWER_CHARACTERS, templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { MAX_PUBLIC_PUSH_BYTES, PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { DEFAULT_TUNING } from '../../tuning.ts'
import { sweepExpired } from '../../sweep.ts'

const {
  publicBurstPerForm: FORM,
  publicIntervalPerForm: FORM_INTERVAL,
  publicBurstPerAddress: ADDRESS,
  publicIntervalPerAddress: ADDRESS_INTERVAL,
} = DEFAULT_TUNING

/** A server with four public forms; requests come from the address in `from`. */
async function town(from: { address: string | undefined } = { address: '192.0.2.1' }): Promise<World> {
  const world = await buildWorld({ addressOf: () => from.address })
  for (const name of ['farolas', 'baches', 'ramas', 'ruidos']) {
    const form = buildPlainTemplate({ id: templateIdSchema.parse(name) }, { opcionales: { publico: true } })
    await world.put(keys.template(form.id), form)
    await world.put(keys.templateVersion(form.id, 1), form)
  }
  return world
}

let seed = 0
const answers = (form: string, count: number) =>
  Array.from({ length: count }, () => buildPlainSubmit((seed += 1), 'una nota', { author: 'public', template: form }))
const push = async (world: World, mutations: readonly unknown[], how = {}) =>
  world.ask('POST', '/api/sync/push', {
    body: { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'public', mutations },
    ...how,
  })

/** Pushes one answer at a time until one is refused. */
async function untilRefused(
  world: World,
  form: string,
  most = 200,
): Promise<{ readonly taken: number; readonly refusal: Response }> {
  for (let taken = 0; taken < most; taken += 1) {
    const response = await push(world, answers(form, 1))
    if (response.status !== 200) return { taken, refusal: response }
  }
  throw new Error('never refused')
}

describe('answers of the public', () => {
  it('to one form from one address are slowed down, with the time to wait, and continue after it', async () => {
    const world = await town()
    const { taken, refusal } = await untilRefused(world, 'farolas')
    expect([taken, refusal.status, refusal.headers.get('retry-after'), await codeOf(refusal)]).toEqual([
      FORM,
      429,
      String(FORM_INTERVAL / 1000),
      'request.too-many',
    ])
    expect((await push(world, answers('baches', 1))).status).toBe(200)
    world.clock.now += FORM_INTERVAL
    const again = await untilRefused(world, 'farolas')
    expect(again.taken).toBe(1)
    expect(await world.store.count({ collection: 'respuestas_formularios' })).toBe(FORM + 2)
  })

  it('to many forms are slowed down by the address', async () => {
    const world = await town()
    const taken = []
    for (const form of ['farolas', 'baches', 'ramas']) taken.push((await untilRefused(world, form)).taken)
    expect(taken).toEqual([FORM, ADDRESS - FORM, 0])
  })

  it('of other addresses do not wait for one that floods, and a whole IPv6 network is one', async () => {
    const from = { address: '2001:db8:1:2::1' as string | undefined }
    const world = await town(from)
    await untilRefused(world, 'farolas')
    from.address = '2001:db8:1:2:ffff::9'
    expect((await push(world, answers('farolas', 1))).status).toBe(429)
    from.address = '2001:db8:1:3::1'
    expect((await push(world, answers('farolas', 1))).status).toBe(200)
    from.address = undefined
    expect(await untilRefused(world, 'farolas', 40).catch(() => undefined)).toBeUndefined()
  })

  it('that a tablet collected offline go in whole, however many, and the debt is waited for afterwards', async () => {
    const world = await town()
    const batch = answers('farolas', 100)
    const response = await push(world, batch)
    expect((await response.json()) as unknown).toMatchObject({ results: batch.map(() => ({ status: 'applied' })) })
    const next = answers('farolas', 100)
    // First the address limits, then the form, which only the body names; obeying each delay is enough.
    const waits = []
    for (const measure of [(100 - ADDRESS + 1) * ADDRESS_INTERVAL, (100 - FORM + 1) * FORM_INTERVAL]) {
      const refusal = await push(world, next)
      const wait = Number(refusal.headers.get('retry-after')) * 1000
      waits.push(wait)
      expect([refusal.status, waits.reduce((sum, one) => sum + one, 0)]).toEqual([429, measure])
      world.clock.now += wait
    }
    expect((await push(world, next)).status).toBe(200)
    expect(await world.store.count({ collection: 'respuestas_formularios' })).toBe(200)
  })

  it('count for several when they come to megabytes, however few bytes ask for them', async () => {
    const world = await town()
    const preguntas = [
      { orden: 0, titulo: 'x', tipoPregunta: 1 },
      {
        orden: 1,
        titulo: 'Calle',
        tipoPregunta: 2,
        opciones: Array.from({ length: 1000 }, (_, orden) => ({ orden, texto: `calle ${orden}` })),
      },
    ]
    const form = buildPlainTemplate(
      { id: templateIdSchema.parse('farolas') },
      { opcionales: { publico: true }, secciones: [{ orden: 0, repetible: true, preguntas }] },
    )
    await world.put(keys.template(form.id), form)
    await world.put(keys.templateVersion(form.id, 1), form)
    const rows = 100
    const values = Object.fromEntries(Array.from({ length: rows }, (_, row) => [`0/r${row}/0`, { respuesta: 'x' }]))
    const large = buildPlainSubmit((seed += 1), '', {
      author: 'public',
      template: 'farolas',
      content: { values, conditions: {}, rows: { '0': rows } },
    })
    expect(await (await push(world, [large])).json()).toMatchObject({ results: [{ status: 'applied' }] })
    const composed = JSON.stringify((await world.store.get(keys.answer(large.answer)))?.['secciones']).length
    const counted = Math.ceil(composed / DEFAULT_TUNING.publicCharactersPerAnswer)
    expect(counted).toBeGreaterThan(FORM)
    const refusal = await push(world, answers('farolas', 1))
    expect([refusal.status, Number(refusal.headers.get('retry-after')) * 1000]).toEqual([
      429,
      (counted - FORM + 1) * FORM_INTERVAL,
    ])
  })

  it("are counted when a hundred requests come at once, and beside someone's session", async () => {
    const world = await town()
    const cookie = await world.signIn('ines')
    const statuses = (
      await Promise.all(Array.from({ length: 100 }, () => push(world, answers('farolas', 1), { cookie })))
    ).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(FORM)
  })

  it('count, too, when nothing in them can be read; and an address in debt is refused before its body is', async () => {
    const world = await town()
    for (let sent = 0; sent < ADDRESS; sent += 1) expect((await push(world, [null])).status).toBe(200)
    let read = false
    const body = new ReadableStream<Uint8Array>({ pull: () => void (read = true) }, { highWaterMark: 0 })
    expect([(await push(world, [], { body })).status, read]).toEqual([429, false])
  })

  it('leave nothing behind but a counter that goes automatically', async () => {
    const world = await town()
    await push(world, answers('farolas', 3))
    expect(await world.store.count({ collection: 'throttles' })).toBe(2)
    world.clock.now += 4 * FORM_INTERVAL
    expect([await sweepExpired(world.ports), await world.store.count({ collection: 'throttles' })]).toEqual([2, 0])
  })

  it('do not slow down who works at the same address', async () => {
    const world = await town()
    await untilRefused(world, 'farolas')
    const body = {
      protocol: PROTOCOL_VERSION,
      device: DEVICE,
      account: 'ines',
      mutations: [buildPlainSubmit((seed += 1))],
    }
    const response = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
    expect(await response.json()).toMatchObject({ results: [{ status: 'applied' }] })
  })
})

describe('a body without a session', () => {
  it('is refused before it is read when it is said to be of an account', async () => {
    const world = await town()
    let read = false
    const body = new ReadableStream<Uint8Array>({ pull: () => void (read = true) }, { highWaterMark: 0 })
    const response = await world.ask('POST', '/api/sync/push', { body, headers: { 'x-relevo-account': 'ines' } })
    expect([response.status, await codeOf(response), read]).toEqual([401, 'session.required', false])
  })

  it('that is no push counts like an answer', async () => {
    const world = await town()
    const statuses = []
    for (let sent = 0; sent <= ADDRESS; sent += 1)
      statuses.push(
        (await world.ask('POST', '/api/sync/push', { body: sent % 2 === 0 ? '{' : { account: 'ines' } })).status,
      )
    expect([statuses[0], statuses.at(-2), statuses.at(-1)]).toEqual([400, 400, 429])
  })

  it('may hold the longest answer that a device lets anybody save, in letters of three bytes', async () => {
    const world = await town()
    const mutations = answers('farolas', 1)
    const longest = JSON.stringify({
      protocol: PROTOCOL_VERSION,
      device: DEVICE,
      account: 'public',
      mutations,
      more: '€'.repeat(MAX_PUBLIC_ANSWER_CHARACTERS),
    })
    const tooLong = `${longest}${' '.repeat(MAX_PUBLIC_PUSH_BYTES)}`
    const statusOf = async (body: string) => (await world.ask('POST', '/api/sync/push', { body })).status
    // Read and parsed before it is refused: it contains nothing that a push may contain.
    expect([await statusOf(longest), await statusOf(tooLong)]).toEqual([400, 413])
  })
})
