import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { buildWorld } from '#tests/support/server/world.ts'

const ID = templateIdOf('A')
const SECONDS = 10

/** A server where an account stores three batches at once, and then one in ten seconds. */
async function slow() {
  const world = await buildWorld({ tuning: { formsBurst: 3, formsInterval: SECONDS * 1000, formsUnit: 100_000 } })
  return { world, calls: templateCalls(world) }
}

const WAIT = { status: 429, code: 'request.too-many' }

describe('anyone who stores versions of forms without end', () => {
  it.each(['saves', 'scope switches', 'copies', 'new forms'] as const)(
    'waits, and nothing is stored meanwhile: %s',
    async (what) => {
      const { world, calls } = await slow()
      await calls.create('sofia', ID)
      const once = async (turn: number) => {
        const one = templateIdOf('BCDEFG'[turn] ?? '')
        if (what === 'saves') return calls.save('sofia', ID, turn + 1, buildDraft({ titulo: `Form ${turn}` }))
        if (what === 'scope switches') return calls.setScope('sofia', ID, turn % 2 === 0)
        return what === 'copies' ? calls.duplicate('sofia', ID, { id: one, area: AREA }) : calls.create('sofia', one)
      }
      expect([(await once(0)).status, (await once(1)).status]).toEqual([200, 200])
      const versions = await world.store.count({ collection: 'versiones' })
      expect(await once(2)).toMatchObject(WAIT)
      expect(await world.store.count({ collection: 'versiones' })).toBe(versions)
      world.clock.now += SECONDS * 1000
      expect((await once(2)).status).toBe(200)
      expect(await once(3)).toMatchObject(WAIT)
    },
  )

  it('learns when to come back, and holds up no one else', async () => {
    const { world, calls } = await slow()
    for (const letter of ['A', 'B', 'C']) await calls.create('sofia', templateIdOf(letter))
    const response = await world.ask('POST', '/api/templates', {
      cookie: await world.signIn('sofia'),
      body: { id: templateIdOf('D'), draft: buildDraft() },
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, String(SECONDS)])
    expect((await calls.create('gil', templateIdOf('D'))).status).toBe(200)
  })

  it('pays nothing for what stores nothing: the same again, what is refused', async () => {
    const { world, calls } = await slow()
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await calls.create('sofia', ID)).status).toBe(200)
      expect((await calls.save('sofia', ID, 9, buildDraft())).status).toBe(409)
      expect((await calls.create('sofia', templateIdOf('B'), buildDraft({ titulo: '' }))).status).toBe(422)
      expect((await calls.setScope('sofia', ID, false)).status).toBe(200)
    }
    expect(await world.store.get(keys.template(ID))).toMatchObject({ version: 1 })
  })

  it('pays for a large form as for several', async () => {
    const { calls } = await slow()
    const large = buildDraft({
      secciones: buildDraft().secciones.map((section) => ({
        ...section,
        preguntas: section.preguntas.map((question) => ({
          ...question,
          titulo: 'x'.repeat(2000),
          tituloAlternativeLanguage_pt: 'x'.repeat(20_000),
        })),
      })),
    })
    expect((await calls.create('sofia', ID, large)).status).toBe(200)
    expect(await calls.save('sofia', ID, 1, { ...large, titulo: 'Other' })).toMatchObject(WAIT)
  })
})

it('images without end wait, too', async () => {
  const { world } = await slow()
  const cookie = await world.signIn('sofia')
  const send = async (seed: number) => {
    const body = new Uint8Array(100_000).fill(seed)
    body.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    return (await world.ask('POST', `/api/templates/${ID}/images`, { cookie, body })).status
  }
  expect([await send(1), await send(2), await send(3), await send(4)]).toEqual([200, 200, 200, 429])
  expect(await world.store.count({ collection: 'imagenes' })).toBe(3)
  world.clock.now += SECONDS * 1000
  expect(await send(4)).toBe(200)
})
