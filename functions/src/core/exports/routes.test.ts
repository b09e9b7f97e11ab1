import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generatePdfv3 } from '#domain/exports/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { refuse, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { createOrphanSweep } from '../uploads/orphans.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const HOUR = 3_600_000
const photo = (name: string) =>
  readFileSync(new URL(`../../embedded/demo/photos/${name}`, import.meta.url)).toString('base64')
const PNG = photo('signature-1.png')
const JPEG = photo('facade-almacen.jpg')

const call = async (world: World, who: string, data: Readonly<Record<string, unknown>>): Promise<Response> =>
  world.ask('POST', '/api/generatePdfv3', { cookie: await world.signIn(who), body: { data } })
const urlOf = async (response: Response): Promise<string> => {
  const said = (await response.json()) as { readonly result?: unknown }
  expect([response.status, said]).toEqual([200, { result: expect.anything() }])
  return generatePdfv3.reply.parse(said.result).downloadUrl
}
const pdfAt = async (world: World, who: string, url: string) => {
  const response = await world.ask('GET', url, { cookie: await world.signIn(who) })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}
const stored = async (world: World, id: string): Promise<Answer> =>
  there(await world.store.get(keys.answer(id as AnswerId)))
const textOf = ({ pages }: ReturnType<typeof readPdf>): string => pages.flat().join('\n')

describe('generatePdfv3', () => {
  it('makes the PDF of an answer for anyone who may read it, and no one else gets that file', async () => {
    const world = await buildWorld()
    const id = await answerFrom(world, 'ines', 1)
    const url = await urlOf(await call(world, 'sofia', { answerId: id, language: 'es' }))
    const text = textOf(await pdfAt(world, 'sofia', url))
    expect(text).toContain((await stored(world, id)).codigoMunicipio)
    expect(text).toContain('Fecha y hora')
    for (const other of ['ines', 'ada', 'olga'])
      expect((await world.ask('GET', url, { cookie: await world.signIn(other) })).status).toBe(404)
    expect((await world.ask('GET', url)).status).toBe(401)
  })

  it('judges each answer by itself: one that may not be read, and there is no file at all', async () => {
    const world = await buildWorld()
    const own = await answerFrom(world, 'ines', 1)
    const other = buildPlainSubmit(99).answer
    expect((await call(world, 'ines', { answerId: [own, other] })).status).toBe(404)
    expect((await call(world, 'olga', { answerId: own })).status).toBe(404)
    expect((await call(world, 'gil', { answerId: own })).status).toBe(403)
    expect(await world.store.count({ collection: 'files' })).toBe(0)
  })

  it('puts several answers into one, in their order, each with its own pages', async () => {
    const world = await buildWorld()
    const ids = [await answerFrom(world, 'ines', 1), await answerFrom(world, 'ines', 2)]
    const pdf = await pdfAt(world, 'sofia', await urlOf(await call(world, 'sofia', { answerId: ids })))
    const codes = await Promise.all(ids.map(async (id) => (await stored(world, id)).codigoMunicipio))
    expect(pdf.pages.map((page) => page.at(-1))).toEqual(['1 / 1', '1 / 1'])
    expect(pdf.pages.map((page) => page.find((line) => codes.includes(line)))).toEqual(codes)
    expect((await call(world, 'sofia', { answerId: Array.from({ length: 51 }, () => ids[0]) })).status).toBe(400)
  })

  it('is written by the clock and in the language of anyone who asks, else of its municipality; a clock that no one knows is UTC, and said to be', async () => {
    const world = await buildWorld()
    const id = await answerFrom(world, 'ines', 1)
    await world.put(keys.answer(id as AnswerId), {
      ...(await stored(world, id)),
      fechaCreacion: '2026-11-20T02:05:00.000Z',
    })
    const written = async (data: object) =>
      textOf(await pdfAt(world, 'sofia', await urlOf(await call(world, 'sofia', { answerId: id, ...data }))))
    expect(await written({ timeZone: 'America/Argentina/Cordoba' })).toContain('19/11/2026 23:05\n')
    expect(await written({})).toContain('19/11/2026 23:05\n')
    expect(await written({})).toContain('Fecha y hora')
    expect(await written({ language: 'en' })).toContain('Date and time')
    const municipality = there(await world.store.get(keys.municipality(MUNICIPALITY as never)))
    await world.put(MUNICIPALITY, { ...municipality, settings: { timeZone: 'Europe/Madrid', language: 'en' } })
    expect(await written({})).toContain('20/11/2026 03:05\n')
    expect(await written({})).toContain('Date and time')
    expect(await written({ timeZone: 'Mars/Phobos' })).toContain('20/11/2026 02:05 UTC\n')
  })

  it('takes a logo by what its bytes are, or portable print, and not both', async () => {
    const world = await buildWorld()
    const id = await answerFrom(world, 'ines', 1)
    const logo = (content: string, more: object = {}) => ({
      answerId: id,
      logoData: { logoChecked: true, logo: content, text: 'Ciudad', location: 'center' },
      ...more,
    })
    for (const content of [PNG, JPEG, `data:image/gif;base64,${PNG}`]) {
      const pdf = await pdfAt(world, 'sofia', await urlOf(await call(world, 'sofia', logo(content))))
      expect(textOf(pdf)).toContain('Ciudad')
      expect(pdf.images).toBeGreaterThan(0)
    }
    const refused = async (content: string, more?: object) => codeOf(await call(world, 'sofia', logo(content, more)))
    expect(await refused(btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('file.wrong-type')
    expect(await refused('not base64!')).toBe('file.wrong-type')
    expect(await refused('')).toBe('file.wrong-type')
    expect(await refused(PNG.slice(0, 20))).toBe('file.wrong-type')
    expect(await refused(Buffer.alloc(5 * 1024 * 1024 + 1, 'x').toString('base64'))).toBe('file.too-large')
    expect(await refused(PNG, { portablePrint: true })).toBe('request.malformed')
    const roll = await pdfAt(
      world,
      'sofia',
      await urlOf(await call(world, 'sofia', { answerId: id, portablePrint: true })),
    )
    expect(roll.sizes[0]?.[0]).toBeLessThan(230)
  })

  it('shows no picture that only an address names', async () => {
    const world = await buildWorld()
    const id = await answerFrom(world, 'ines', 1)
    const bytes = Buffer.from(JPEG, 'base64')
    const { sealBytes } = await import('../uploads/image-bytes.ts')
    const { sha256Hex } = await import('../http/digest.ts')
    const sha256 = await sha256Hex(new Uint8Array(bytes))
    await sealBytes(world.ports, sha256 as never, new Uint8Array(bytes))
    const answer = await stored(world, id)
    const headerImageURL = `/api/templates/nota/images/${sha256}`
    await world.put(keys.answer(id as AnswerId), {
      ...answer,
      headerImageURL,
      opcionales: { ...answer.opcionales, headerImg: true },
    })
    const images = async () =>
      (await pdfAt(world, 'sofia', await urlOf(await call(world, 'sofia', { answerId: id })))).images
    expect(await images()).toBe(0)
    // Equal bytes, uploaded for that form.
    await world.put(keys.templateImage('nota' as never, sha256 as never), {
      sha256,
      bytes: bytes.length,
      type: 'image/jpeg',
      saved: true,
    })
    expect(await images()).toBe(1)
  })

  it('refuses more than one PDF is for, as soon as it has read so much', async () => {
    const world = await buildWorld()
    const ids = [await answerFrom(world, 'ines', 1), await answerFrom(world, 'ines', 2)]
    for (const id of ids)
      await world.put(keys.answer(id as AnswerId), { ...(await stored(world, id)), descripcion: 'x'.repeat(2_500_000) })
    expect(await codeOf(await call(world, 'sofia', { answerId: ids }))).toBe('pdf.too-large')
    expect(await world.store.count({ collection: 'files' })).toBe(0)
  })

  it('takes no place in the queue with pictures that would be unpacked for minutes, whatever they turn out to be', async () => {
    let made = 0
    const make = async () => {
      made += 1
      return refuse('pdf.failed')
    }
    const world = await buildWorld({}, undefined, undefined, { pdfs: { make } })
    const id = await answerFrom(world, 'ines', 1)
    const { sealBytes } = await import('../uploads/image-bytes.ts')
    const { sha256Hex } = await import('../http/digest.ts')
    // Each declares twelve million pixels, and contains none.
    const files = await Promise.all(
      Array.from({ length: 13 }, async (_, index) => {
        const bytes = new Uint8Array(Buffer.from(PNG, 'base64'))
        new DataView(bytes.buffer).setUint32(16, 4_000)
        new DataView(bytes.buffer).setUint32(20, 3_000)
        bytes[bytes.length - 1] = index
        const sha256 = await sha256Hex(bytes)
        await sealBytes(world.ports, sha256 as never, bytes)
        return { sha256, bytes: bytes.length, type: 'image/png', name: 'a.png' }
      }),
    )
    const asked = async (count: number) => {
      await world.put(keys.answer(id as AnswerId), { ...(await stored(world, id)), files: files.slice(0, count) })
      return [await codeOf(await call(world, 'sofia', { answerId: id })), made]
    }
    expect(await asked(13)).toEqual(['pdf.too-large', 0])
    expect(await asked(12)).toEqual(['pdf.failed', 1])
  })

  it('keeps a PDF for an hour, and then it goes', async () => {
    const world = await buildWorld()
    const url = await urlOf(await call(world, 'sofia', { answerId: await answerFrom(world, 'ines', 1) }))
    const sweep = createOrphanSweep(world.ports)
    await sweep()
    await pdfAt(world, 'sofia', url)
    world.clock.now += HOUR + 1
    expect(await sweep()).toBe(1)
    expect((await world.ask('GET', url, { cookie: await world.signIn('sofia') })).status).toBe(404)
    expect(await world.files.list()).toEqual([])
  })

  it('is slowed down for anyone who asks for very many', async () => {
    const world = await buildWorld({ tuning: { pdfBurst: 2 } })
    const id = await answerFrom(world, 'ines', 1)
    const statuses: number[] = []
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await call(world, 'sofia', { answerId: id })).status)
    expect(statuses).toEqual([200, 200, 429])
    world.clock.now += 1_000
    expect((await call(world, 'sofia', { answerId: id })).status).toBe(200)
  })
})
