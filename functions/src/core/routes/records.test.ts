import { describe, expect, it } from 'vitest'
import type { Answer } from '#domain/documents/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
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
  it('is given to whoever has its code, without an account', async () => {
    const world = await buildWorld()
    const answer = await record(world, 'Ab7VIS1')
    const found = await find(world, '  Ab7VIS1 ')
    expect(found.status).toBe(200)
    const response = await world.ask('GET', urlOf(found))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const text = readPdf(new Uint8Array(await response.arrayBuffer()))
      .pages.flat()
      .join('\n')
    expect(text).toContain(answer.codigoMunicipio)
    expect(text).toContain('Código de descarga')
  })

  it('is refused alike for a code that names none, several, one that is not offered, one of a municipality without codes of its own, and a blocked one', async () => {
    const world = await buildWorld()
    await record(world, 'Ab7VIS1', 1)
    await record(world, 'TWOVIS2', 2)
    await record(world, 'TWOVIS2', 3)
    await record(world, 'OFFVIS4', 4, { opcionales: { publico: false } })
    await record(world, 'XYZDESC', 5)
    const refusals = await Promise.all(
      ['ab7vis1', 'NONVIS9', 'TWOVIS2', 'OFFVIS4', 'XYZDESC', 'VIS1'].map((code) => find(world, code)),
    )
    const municipality = there(await world.store.get(keys.municipality(MUNICIPALITY as never)))
    await world.put(MUNICIPALITY, { ...municipality, inhabilitado: true })
    refusals.push(await find(world, 'Ab7VIS1'))
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
      new Set([JSON.stringify({ status: 404, said: { error: { code: 'record.missing' } } })]),
    )
  })

  it('has an address that is signed and good for ten minutes', async () => {
    const world = await buildWorld()
    await record(world, 'Ab7VIS1')
    const url = urlOf(await find(world, 'Ab7VIS1'))
    const status = async (address: string) => (await world.ask('GET', address)).status
    expect(await status(`${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`)).toBe(404)
    expect(await status('/api/public/records/e30.00')).toBe(404)
    expect(await status('/api/public/records/x')).toBe(404)
    world.clock.now += 9 * MINUTE
    expect(await status(url)).toBe(200)
    world.clock.now += 2 * MINUTE
    expect(await status(url)).toBe(404)
  })

  it('is gone with its answer, also for an address that was given before', async () => {
    const world = await buildWorld()
    const answer = await record(world, 'Ab7VIS1')
    const url = urlOf(await find(world, 'Ab7VIS1'))
    await world.put(keys.answer(answer.id), { ...answer, deleted: true })
    expect((await world.ask('GET', url)).status).toBe(404)
  })
})

describe('whoever guesses', () => {
  it('is slowed down at their address after ten tries, and a right code costs nothing', async () => {
    const world = await buildWorld()
    await record(world, 'Ab7VIS1')
    for (let turn = 0; turn < 30; turn += 1) expect((await find(world, 'Ab7VIS1')).status).toBe(200)
    const statuses: number[] = []
    for (let turn = 0; turn < 12; turn += 1) statuses.push((await find(world, `${100 + turn}VIS${turn}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429])
    // Then nobody there learns whether a code is right.
    expect((await find(world, 'Ab7VIS1')).status).toBe(429)
    world.clock.now += 5 * MINUTE
    expect((await find(world, 'Ab7VIS1')).status).toBe(200)
  })

  it('is slowed down at one record, from however many addresses', async () => {
    let turn = 0
    const world = await buildWorld({ addressOf: () => `198.51.${Math.floor(turn / 250)}.${turn % 250}` })
    await record(world, 'Ab7VIS1')
    const statuses: number[] = []
    for (; turn < 62; turn += 1) statuses.push((await find(world, `${100 + turn}VIS1`)).status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
    // Other records are not touched by it.
    expect((await find(world, '100VIS2')).status).toBe(404)
  })
})
