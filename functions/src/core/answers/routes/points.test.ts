import { beforeAll, describe, expect, it } from 'vitest'
import { listFormAnswers } from '../list-answers.ts'
import { listAnswerMapPoints } from './answers.ts'
import {
  type Answer,
  answerPointsQuerySchema,
  answerPointsSchema,
  answersQuerySchema,
  type AnswerPoint,
} from '#domain/answers/index.ts'
import { generateAnswerId, templateIdSchema, userIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { OTHER_AREA } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'

const PEOPLE = ['ines', 'carla', 'pablo']
const nota = templateIdSchema.parse('nota')

/** Forty answers of three people: every fourth without a point, one in ten in an area with few users. */
async function townOf(): Promise<World> {
  const world = await buildWorld()
  const one = there(await world.store.get(keys.answer((await answerFrom(world, 'ines', 1)) as AnswerId)))
  for (let at = 0; at < 40; at += 1) {
    const id = generateAnswerId(new Uint8Array(16).map((_, byte) => (at * 37 + byte * 11) % 251))
    const latlng = { latitude: -31 - at / 100, longitude: -64 + at / 100 }
    const unlocated = at % 8 === 3 ? { direccion: 'San Juan 450' } : undefined
    const place = at % 4 === 3 ? unlocated : { direccion: '', latlng }
    const answer = {
      ...one,
      id,
      authorId: PEOPLE[at % 3],
      creadoPor: `${PEOPLE[at % 3]}@relevo.example`,
      fechaCreacion: `2026-11-${String(1 + (at % 7)).padStart(2, '0')}T10:00:00.000Z`,
      areas: at % 10 === 9 ? [OTHER_AREA] : one.areas,
      ...(place === undefined ? {} : { ubicacion: place }),
    }
    await world.put(keys.answer(id), answer as unknown as Answer)
  }
  return world
}

describe('the map of a list', () => {
  let world: World
  beforeAll(async () => {
    world = await townOf()
  })

  const userOf = async (who: string) => there(await world.store.get(keys.user(userIdSchema.parse(who))))

  /** All batches in order. */
  async function pointsFor(who: string, asked: Readonly<Record<string, string>>, most = 7) {
    const points: AnswerPoint[] = []
    for (let after: string | undefined, turn = 0; turn < 30; turn += 1) {
      const query = { template: nota, ...asked, ...(after === undefined ? {} : { after }) }
      const part = await listAnswerMapPoints(world.ports, await userOf(who), answerPointsQuerySchema.parse(query), most)
      if (!part.ok) throw new Error(part.problem.code)
      expect(part.value.points.length).toBeLessThanOrEqual(most)
      points.push(...answerPointsSchema.parse(part.value).points)
      after = part.value.next
      if (after === undefined) return points
    }
    throw new Error('It has no end')
  }

  /** The list's answers as points. */
  async function listedFor(who: string, asked: Readonly<Record<string, string>>) {
    const query = answersQuerySchema.parse({ template: nota, ...asked, size: '50' })
    const page = await listFormAnswers(world.ports, await userOf(who), query)
    if (!page.ok) throw new Error(page.problem.code)
    return page.value.answers.flatMap(({ id, ubicacion }) =>
      ubicacion?.latlng === undefined ? [] : [[ubicacion.latlng.longitude, ubicacion.latlng.latitude, id]],
    )
  }

  it.each([
    ['pablo', {}],
    ['ada', {}],
    ['carla', {}],
    ['sofia', { answerBy: 'carla@relevo.example' }],
    ['pablo', { startDate: '2026-11-03T00:00:00.000Z', endDate: '2026-11-05T23:59:59.999Z' }],
    ['pablo', { answerBy: 'nobody@relevo.example' }],
  ] as const)('has for %s with %j what the list has, each once, in stretches of any size', async (who, asked) => {
    const expected = await listedFor(who, asked)
    expect(await pointsFor(who, asked)).toEqual(expected)
    expect(await pointsFor(who, asked, 1_000)).toEqual(expected)
  })

  it('shows anyone who sees only their own no others, and no one an area beyond theirs', async () => {
    const own = await pointsFor('carla', {})
    expect(own).toHaveLength(10)
    const [all, everywhere] = [await pointsFor('pablo', {}), await pointsFor('ada', {})]
    expect(all.length).toBeLessThan(everywhere.length)
    expect(own.length).toBeLessThan(all.length)
  })

  it('refuses a form that the user may not see, whatever else is asked', async () => {
    const asked = answerPointsQuerySchema.parse({ template: nota })
    expect(await listAnswerMapPoints(world.ports, await userOf('olga'), asked)).toMatchObject({
      problem: { code: 'template.missing' },
    })
    expect(await listAnswerMapPoints(world.ports, await userOf('gil'), asked)).toMatchObject({
      problem: { code: 'access.forbidden' },
    })
  })

  it('takes no address that is none of its filters', async () => {
    const cookie = await world.signIn('pablo')
    const status = async (query: string) =>
      (await world.ask('GET', `/api/map/answers?template=nota${query}`, { cookie })).status
    expect(await status('')).toBe(200)
    expect([await status('&size=9'), await status('&before=x'), await status('&state=x')]).toEqual([400, 400, 400])
  })

  it('is given at a bounded pace for each account', async () => {
    const paced = await buildWorld({ tuning: { pointsBurst: 2, pointsInterval: 60_000 } })
    const cookie = await paced.signIn('pablo')
    const ask = async (who: string) =>
      (await paced.ask('GET', '/api/map/answers?template=nota', { cookie: who })).status
    expect([await ask(cookie), await ask(cookie), await ask(cookie)]).toEqual([200, 200, 429])
    expect(await ask(await paced.signIn('ines'))).toBe(200)
  })
})
