import { beforeAll, describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { type Answer, recipientPageSchema } from '#domain/answers/index.ts'
import { generateAnswerId, templateIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { AREA, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const ROSA = { tipo: 'fisica', nombre: 'Rosa', apellido: 'Leiva', dni: '30111222', cuit: '', email: 'rosa@example.org' }
const BAR = { tipo: 'juridica', nombre: 'La Esquina SRL', apellido: 'Dummy', dni: '', cuit: '30-71234567-1', email: '' }

describe('the search for a recipient', () => {
  let world: World
  let template: Answer
  let seed = 5000

  async function about(citizen: object, change: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const id = generateAnswerId(bytesFor((seed += 1)))
    const document = { ...template, id, datosCiudadano: citizen, ...change } as unknown as Answer
    await world.put(keys.answer(id), document)
    return id
  }
  const ask = async (who: string, query: string) =>
    world.ask('GET', `/api/recipients?${query}`, { cookie: await world.signIn(who) })
  const find = async (who: string, query: string) => {
    const response = await ask(who, query)
    expect(response.status).toBe(200)
    return recipientPageSchema.parse(await response.json())
  }
  const dni = 'kind=dni&number=30111222'

  beforeAll(async () => {
    world = await buildWorld()
    template = there(await world.store.get(keys.answer((await answerFrom(world, 'ines', 1)) as AnswerId)))
    for (let day = 1; day <= 7; day += 1) await about(ROSA, { fechaCreacion: `2026-11-0${day}T10:00:00.000Z` })
  })

  it('tells who they are, as their newest answer has it, and what there is about them, five to a page, the newest first', async () => {
    const renamed = await about({ ...ROSA, apellido: 'Leiva Paz' }, { fechaCreacion: '2026-11-08T10:00:00.000Z' })
    const first = await find('pablo', dni)
    expect(first.recipient).toEqual({ ...ROSA, apellido: 'Leiva Paz' })
    expect(first.answers[0]).toMatchObject({ id: renamed, titulo: 'Nota', template: 'nota' })
    expect([first.answers.length, first.total]).toEqual([5, 8])
    const second = await find('pablo', `${dni}&after=${encodeURIComponent(there(first.next))}`)
    expect([second.answers.length, second.next, second.recipient?.apellido]).toEqual([3, undefined, 'Leiva Paz'])
    const all = [...first.answers, ...second.answers]
    expect(all.map(({ fechaCreacion }) => fechaCreacion)).toEqual(
      all
        .map(({ fechaCreacion }) => fechaCreacion)
        .toSorted()
        .reverse(),
    )
    expect(await find('pablo', `${dni}&before=${encodeURIComponent(there(second.previous))}`)).toEqual(first)
  })

  it.each([
    ['70111222', 'DNI 70.111.222'],
    ['71.111.222', '071111222'],
    ['DNI 072111222', '72111222'],
    ['73111222', '\u0667\u0663\u0661\u0661\u0661\u0662\u0662\u0662'],
  ])('finds a person with the number %j by %j', async (stored, typed) => {
    const id = await about({ ...ROSA, dni: stored })
    const page = await find('pablo', `kind=dni&number=${encodeURIComponent(typed)}`)
    expect([page.answers.map((line) => line.id), page.recipient?.dni]).toEqual([[id], stored])
  })

  it('finds nothing outside of one’s areas, however far one’s role reaches otherwise', async () => {
    const citizen = { ...ROSA, dni: '40111222' }
    const [here, elsewhere, abroad] = [
      await about(citizen),
      await about(citizen, { areas: [OTHER_AREA] }),
      await about(citizen, { areas: [FOREIGN_AREA] }),
    ]
    const ids = async (who: string) =>
      (await find(who, 'kind=dni&number=40111222')).answers.map(({ id }) => id as string)
    expect(await ids('pablo')).toEqual([here])
    expect(await ids('olga')).toEqual([elsewhere])
    for (const who of ['sofia', 'ada']) {
      const areas = there(await world.store.get(keys.user(who as never))).areas
      const placed = { [here]: AREA, [elsewhere]: OTHER_AREA, [abroad]: FOREIGN_AREA }
      const expected = Object.keys(placed).filter((id) => areas.includes(placed[id] as typeof AREA))
      expect((await ids(who)).toSorted(), who).toEqual(expected.toSorted())
    }
  })

  it('finds only their own for a role that sees no others', async () => {
    const citizen = { ...ROSA, dni: '50111222' }
    await about(citizen)
    const own = await about(citizen, { authorId: 'carla' })
    const page = await find('carla', 'kind=dni&number=50111222')
    expect([page.answers.map(({ id }) => id), page.total]).toEqual([[own], 1])
    expect(await find('carla', dni)).toEqual({ recipient: null, answers: [], total: 0 })
  })

  it('passes over forms that were deleted', async () => {
    const citizen = { ...ROSA, dni: '60111222' }
    const gone = templateIdSchema.parse('vieja')
    await world.put(keys.template(gone), {
      ...there(await world.store.get(keys.template(templateIdSchema.parse('nota')))),
      id: gone,
      deleted: true,
    })
    await about(citizen, { idPlantilla: gone })
    expect((await find('pablo', 'kind=dni&number=60111222')).total).toBe(0)
    const kept = await about(citizen)
    expect((await find('pablo', 'kind=dni&number=60111222')).answers.map(({ id }) => id)).toEqual([kept])
  })

  it.each(['30712345671', '30-71234567-1', ' 30712345671 '])(
    'knows a tax number however it was written: %j',
    async (number) => {
      const before = (await find('pablo', 'kind=cuit&number=30712345671')).total
      await about(BAR)
      const page = await find('pablo', `kind=cuit&number=${encodeURIComponent(number)}`)
      expect([page.total, page.recipient?.nombre]).toEqual([before + 1, 'La Esquina SRL'])
    },
  )

  it.each([
    'kind=dni&number=12345',
    'kind=dni&number=123456789012345',
    'kind=cuit&number=1234567890',
    'kind=cuit&number=123456789012345',
    'kind=pasaporte&number=30111222',
    'kind=dni',
    'number=30111222',
  ])('is refused for %s', async (query) => {
    const response = await ask('pablo', query)
    expect([response.status, await codeOf(response)]).toEqual([400, 'request.malformed'])
  })

  it.each(['kind=dni&number=123456', 'kind=dni&number=12345678901234', 'kind=cuit&number=12345678901'])(
    'is answered for %s',
    async (query) => {
      expect(await find('pablo', query)).toEqual({ recipient: null, answers: [], total: 0 })
    },
  )
})
