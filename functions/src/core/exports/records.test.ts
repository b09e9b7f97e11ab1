import { describe, expect, it } from 'vitest'
import type { Answer } from '#domain/answers/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { keys, remove } from '#domain/store/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

const MINUTE = 60_000

/** An answer whose record may be downloaded with this code. */
async function record(
  world: World,
  code: string,
  seed = 1,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const id = (await answerFrom(world, 'ines', seed)) as AnswerId
  const answer = there(await world.store.get(keys.answer(id)))
  const changed = {
    ...answer,
    pdfDownloadCode: code,
    opcionales: { ...answer.opcionales, pdfDownloadCode: true },
    ...more,
  }
  await world.put(keys.answer(id), changed)
  return changed as Answer
}
const find = async (world: World, code: string) => {
  const response = await world.ask('POST', '/api/public/records', { body: { code, language: 'es' } })
  return { status: response.status, said: (await response.json()) as Record<string, unknown> }
}
const urlOf = ({ said }: Awaited<ReturnType<typeof find>>): string => String(said['downloadUrl'])

describe('a record', () => {
  it('is given to anyone who has its code, without an account', async () => {
    const world = await buildWorld()
    const answer = await record(world, 'AB7VIS1')
    const found = await find(world, '  AB7VIS1 ')
    expect(found.status).toBe(200)
    const response = await world.ask('GET', urlOf(found))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const text = readPdf(new Uint8Array(await response.arrayBuffer()))
      .pages.flat()
      .join('\n')
    expect(text).toContain(answer.codigoMunicipio)
    expect(text).toContain('Código de descarga')
  })

  it('is found by any of its codes, in capitals or not, and by a code alone never', async () => {
    const world = await buildWorld()
    const { id, codigoMunicipio } = await record(world, '')
    const download = `${id.slice(0, 3)}${codigoMunicipio}`
    await record(world, download, 1)
    const statusOf = async (typed: string) => (await find(world, typed)).status
    const reference = `${id.slice(0, 3)}-${id.slice(3, 6)}`
    for (const typed of [id, reference, download])
      expect([typed, await statusOf(` ${typed.toLowerCase()} `), await statusOf(typed)]).toEqual([typed, 200, 200])
    expect(await statusOf(codigoMunicipio)).toBe(404)
  })

  it('is found by its reference and signature where its municipality has no codes of its own', async () => {
    const world = await buildWorld()
    const { id } = await record(world, 'XYZDESC', 1, { codigoMunicipio: 'DESC' })
    expect((await find(world, id.slice(0, 6))).status).toBe(200)
    expect((await find(world, id)).status).toBe(200)
  })

  it('is found by no reference that two have', async () => {
    const world = await buildWorld()
    const answer = await record(world, 'AB7VIS1')
    const twin = { ...answer, id: `${answer.id.slice(0, 6)}${'7'.repeat(20)}` as AnswerId }
    await world.put(keys.answer(twin.id), twin)
    expect((await find(world, answer.id.slice(0, 6))).status).toBe(404)
    expect((await find(world, twin.id)).status).toBe(200)
  })

  it('is refused alike for a code that names none, several, one that is not offered, one of a municipality without codes of its own, and a blocked one', async () => {
    const world = await buildWorld()
    await record(world, 'AB7VIS1', 1)
    await record(world, 'TWOVIS2', 2)
    await record(world, 'TWOVIS2', 3)
    await record(world, 'OFFVIS4', 4, { opcionales: { publico: false } })
    await record(world, 'XYZDESC', 5)
    const refusals = await Promise.all(
      ['AB8VIS1', 'NONVIS9', 'TWOVIS2', 'OFFVIS4', 'XYZDESC', 'VIS1'].map((code) => find(world, code)),
    )
    const municipality = there(await world.store.get(keys.municipality(MUNICIPALITY as never)))
    await world.put(MUNICIPALITY, { ...municipality, inhabilitado: true })
    refusals.push(await find(world, 'AB7VIS1'))
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
      new Set([JSON.stringify({ status: 404, said: { error: { code: 'record.missing' } } })]),
    )
  })

  it('has an address that is signed and good for ten minutes', async () => {
    const world = await buildWorld()
    await record(world, 'AB7VIS1')
    const url = urlOf(await find(world, 'AB7VIS1'))
    const status = async (address: string) => (await world.ask('GET', address)).status
    expect(await status(`${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`)).toBe(404)
    expect(await status('/api/public/records/e30.00')).toBe(404)
    expect(await status('/api/public/records/x')).toBe(404)
    world.clock.now += 9 * MINUTE
    expect(await status(url)).toBe(200)
    world.clock.now += 2 * MINUTE
    expect(await status(url)).toBe(404)
  })

  it.each(['its answer', 'its form'])('is gone with %s, also for an address that was given before', async (gone) => {
    const world = await buildWorld()
    const answer = await record(world, 'AB7VIS1')
    const url = urlOf(await find(world, 'AB7VIS1'))
    const form = keys.template(answer.idPlantilla)
    if (gone === 'its form') await world.put(form, { ...there(await world.store.get(form)), deleted: true })
    else
      await world.store.commit({
        keysFor: () => [],
        decide: () => ({ result: true, writes: [remove(keys.answer(answer.id))] }),
      })
    expect((await world.ask('GET', url)).status).toBe(404)
    expect((await find(world, 'AB7VIS1')).status).toBe(404)
  })
})

describe('anyone who guesses', () => {
  it('is slowed down at their address after ten tries, and a right code costs nothing', async () => {
    const world = await buildWorld()
    await record(world, 'AB7VIS1')
    for (let turn = 0; turn < 30; turn += 1) expect((await find(world, 'AB7VIS1')).status).toBe(200)
    const statuses: number[] = []
    for (let turn = 0; turn < 12; turn += 1) statuses.push((await find(world, `${100 + turn}VIS${turn}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429])
    // Afterwards no one at that address learns whether a code is right.
    expect((await find(world, 'AB7VIS1')).status).toBe(429)
    world.clock.now += 5 * MINUTE
    expect((await find(world, 'AB7VIS1')).status).toBe(200)
  })

  it('is slowed down at references of any record, from however many addresses, until a puzzle is solved for each', async () => {
    let turn = 0
    const world = await buildWorld({ addressOf: () => `198.51.${Math.floor(turn / 250)}.${turn % 250}` })
    await record(world, 'AB7VIS1')
    const guess = () => find(world, `ZZ${String(turn).padStart(4, '0')}`)
    const statuses: number[] = []
    for (; turn < 100; turn += 1) statuses.push((await guess()).status)
    expect(new Set(statuses)).toEqual(new Set([404]))
    const refused = await guess()
    expect([refused.status, refused.said]).toMatchObject([
      429,
      { error: { details: { challenge: expect.any(String) } } },
    ])
    // A valid download code still works.
    expect((await find(world, 'AB7VIS1')).status).toBe(200)
  })

  it('has 72 references a day for the whole installation, so that of a million records hardly one is found in a fortnight', async () => {
    let turn = 0
    const world = await buildWorld({ addressOf: () => `198.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}` })
    const guess = async () => (await find(world, `ZZ${String((turn += 1)).padStart(4, '0')}`)).status
    for (let first = 0; first < 100; first += 1) await guess()
    let tried = 0
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      world.clock.now += 5 * MINUTE
      tried += Number((await guess()) === 404)
    }
    expect(tried).toBeLessThanOrEqual(72)
  })

  it('is slowed down at one record, from however many addresses', async () => {
    let turn = 0
    const world = await buildWorld({ addressOf: () => `198.51.${Math.floor(turn / 250)}.${turn % 250}` })
    await record(world, 'AB7VIS1')
    const statuses: number[] = []
    for (; turn < 62; turn += 1) statuses.push((await find(world, `${100 + turn}VIS1`)).status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
    // Other records are not affected.
    expect((await find(world, '100VIS2')).status).toBe(404)
  })
})
