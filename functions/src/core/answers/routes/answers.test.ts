import { there } from '#tests/support/there.ts'
import { type AnswerId, generateAnswerId } from '#domain/kernel/index.ts'
import { describe, expect, it } from 'vitest'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { answerResponseSchema, answersPageSchema } from '#domain/answers/index.ts'
import { keys } from '#domain/store/index.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { buildWorld, codeOf } from '#tests/support/server/world.ts'
import { answerFrom } from '#tests/support/server/answers.ts'

describe('the list of a form', () => {
  it('comes newest first, fifteen to a page, with the total', async () => {
    const world = await buildWorld()
    for (let seed = 0; seed < 20; seed += 1)
      await answerFrom(world, 'ines', seed, `2026-11-${String(seed + 1).padStart(2, '0')}T10:00:00.000Z`)
    const cookie = await world.signIn('pablo')
    const page = async (place: string) =>
      answersPageSchema.parse(await (await world.ask('GET', `/api/answers?template=nota${place}`, { cookie })).json())
    const first = await page('')
    const second = await page(`&after=${encodeURIComponent(there(first.next))}`)
    expect(first).toMatchObject({ total: 20, andMore: false, template: { titulo: 'Nota' } })
    const dates = [...first.answers, ...second.answers].map((answer) => answer.fechaCreacion)
    expect(dates).toEqual([...dates].sort().reverse())
    expect([first.answers.length, second.answers.length, second.next]).toEqual([15, 5, undefined])
    expect(await page(`&before=${encodeURIComponent(there(second.previous))}`)).toEqual(first)
  })

  it('reads no whole answer, however large they are, found by page or by code; nor does the holding area', async () => {
    const world = await buildWorld()
    const id = await answerFrom(world, 'ines', 1)
    const key = keys.answer(id as AnswerId)
    const answer = { ...there(await world.store.get(key)), descripcion: 'x'.repeat(200_000) }
    await world.put(key, answer)
    await world.put(`held/${id}`, {
      id,
      answer,
      reason: { code: 'template.deleted' },
      at: answer.receivedAt,
      areas: answer.areas,
      municipality: municipalityOfDocument(answer),
      outcome: { kind: 'waiting' },
    })
    const cookie = await world.signIn('sofia')
    const { query } = world.store
    let read = 0
    Object.assign(world.store, {
      query: async (asked: Parameters<typeof query>[0]) => {
        const found = await query(asked)
        read += JSON.stringify(found).length
        return found
      },
    })
    for (const path of [
      '/api/answers?template=nota',
      `/api/answers?template=nota&municipalityCodeId=${answer.codigoMunicipio}`,
      `/api/answers?template=nota&municipalityCodeId=${id.slice(0, 6)}`,
      '/api/held',
    ]) {
      const response = await world.ask('GET', path, { cookie })
      expect([path, response.status, (await response.text()).includes(id)]).toEqual([path, 200, true])
    }
    expect(read).toBeLessThan(20_000)
  })

  it('holds only their own answers for the roles that see only those, counted, too', async () => {
    const world = await buildWorld()
    await answerFrom(world, 'ines', 1)
    await answerFrom(world, 'carla', 2)
    const response = await world.ask('GET', '/api/answers?template=nota', { cookie: await world.signIn('carla') })
    expect(answersPageSchema.parse(await response.json())).toMatchObject({
      total: 1,
      answers: [{ creadoPor: 'carla@relevo.example' }],
    })
  })

  it('finds one answer by its code or its provisional reference, as people write them, and only in this form', async () => {
    const world = await buildWorld()
    for (let seed = 1; seed <= 3; seed += 1) await answerFrom(world, 'ines', seed)
    const cookie = await world.signIn('pablo')
    const seek = async (code: string) =>
      answersPageSchema.parse(
        await (
          await world.ask('GET', `/api/answers?template=nota&municipalityCodeId=${encodeURIComponent(code)}`, {
            cookie,
          })
        ).json(),
      )
    const [one] = (await seek('')).answers
    const { id, codigoMunicipio } = one ?? { id: '', codigoMunicipio: '' }
    expect(codigoMunicipio).not.toBe('')
    const reference = `${id.slice(0, 3)}-${id.slice(3, 6)}`
    for (const typed of [codigoMunicipio, ` ${codigoMunicipio.toLowerCase()} `]) {
      expect(await seek(typed), typed).toMatchObject({ total: 1, answers: [{ id }] })
    }
    // These ids all begin with zeros.
    for (const typed of [
      reference,
      reference.toLowerCase(),
      reference.replaceAll('0', 'o'),
      reference.replace('-', ''),
    ]) {
      expect(
        (await seek(typed)).answers.map((answer) => answer.id),
        typed,
      ).toContain(id)
    }
    expect(await seek('ZZZ-ZZZ')).toMatchObject({ total: 0, answers: [] })
    // An answer to another form whose id begins the same, which pablo may read.
    const other = generateAnswerId(bytesFor(4000))
    await world.put(`respuestas_formularios/${other}`, {
      ...(await world.store.get(`respuestas_formularios/${id}`)),
      id: other,
      idPlantilla: 'comercios',
    })
    expect((await seek(reference)).answers.map((answer) => answer.id)).not.toContain(other)
    expect(await seek(reference)).toMatchObject({ total: 3 })
  })

  it('lets no one find by its code or reference what their list does not hold', async () => {
    const world = await buildWorld()
    await answerFrom(world, 'ines', 1)
    const list = answersPageSchema.parse(
      await (await world.ask('GET', '/api/answers?template=nota', { cookie: await world.signIn('pablo') })).json(),
    )
    const { id, codigoMunicipio } = list.answers[0] ?? { id: '', codigoMunicipio: '' }
    const cookie = await world.signIn('carla')
    for (const code of [codigoMunicipio, id.slice(0, 6)]) {
      const response = await world.ask('GET', `/api/answers?template=nota&municipalityCodeId=${code}`, { cookie })
      expect(answersPageSchema.parse(await response.json()).answers).toEqual([])
    }
  })

  it.each([
    '',
    '?template=',
    '?template=nota&page=0',
    '?template=nota&page=-1',
    '?template=nota&page=1e99',
    '?template=nota&size=51',
    '?template=nota&state=abierto',
    '?template=nota&startDate=2026-11-20',
    '?template=..%2Fusuarios',
    `?template=${'a'.repeat(65)}`,
  ])('is refused for %j', async (query) => {
    const world = await buildWorld()
    const response = await world.ask('GET', `/api/answers${query}`, { cookie: await world.signIn('ines') })
    expect([response.status, await codeOf(response)]).toEqual([400, 'request.malformed'])
  })
})

describe('one answer', () => {
  it('is shown whole to who may read it', async () => {
    const world = await buildWorld()
    const id = await answerFrom(world, 'ines', 1)
    const response = await world.ask('GET', `/api/answers/${id}`, { cookie: await world.signIn('sofia') })
    expect(answerResponseSchema.parse(await response.json()).answer).toMatchObject({ id, codigoMunicipio: 'VIS1' })
  })

  it('that is not theirs and one that does not exist get the same reply', async () => {
    const world = await buildWorld()
    const id = await answerFrom(world, 'ines', 1)
    const replies: string[] = []
    for (const [user, wanted] of [
      ['olga', id],
      ['uma', id],
      ['gil', id],
      ['carla', id],
      ['ines', generateAnswerId(bytesFor(999))],
      ['ines', 'x'],
    ]) {
      const response = await world.ask('GET', `/api/answers/${wanted}`, { cookie: await world.signIn(user ?? '') })
      replies.push(`${response.status} ${await response.text()}`)
    }
    expect(new Set(replies)).toEqual(new Set(['404 {"error":{"code":"answer.missing"}}']))
  })
})

describe('an answer that stayed behind when its form moved to another area', () => {
  it('is left out of the list for who may not read it', async () => {
    const world = await buildWorld()
    const id = await answerFrom(world, 'ines', 1)
    const key = `respuestas_formularios/${id}`
    const olga = (await world.store.get(keys.user('olga' as never)))?.['areas'] as readonly string[]
    await world.put(key, { ...(await world.store.get(key)), areas: olga })
    const response = await world.ask('GET', '/api/answers?template=nota', { cookie: await world.signIn('ines') })
    expect(answersPageSchema.parse(await response.json()).answers).toEqual([])
  })
})
