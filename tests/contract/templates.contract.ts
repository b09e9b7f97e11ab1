import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sweepImages } from '#core/templates/images.ts'
import type { Store } from '#core/ports.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { keys } from '#domain/store/index.ts'
import { pullResponseSchema } from '#domain/sync/index.ts'
import { headerImageSchema } from '#domain/templates/index.ts'
import { question, section } from '../support/builders/form-parts.ts'
import { buildPlainSubmit, DEVICE } from '../support/builders/submit.ts'
import { AREA, OTHER_AREA } from '../support/builders/template.ts'
import { buildDraft, templateCalls, templateIdOf } from '../support/server/templates.ts'
import { buildWorld, type World } from '../support/server/world.ts'

const ID = templateIdOf('A')

/** Contract of templates over any store, when two people, or a person and a tablet, act at the same moment. */
export function templatesContract(name: string, open: () => Store): void {
  describe(`templates over ${name}`, () => {
    let world: World
    let calls: ReturnType<typeof templateCalls>

    beforeEach(async () => {
      world = await buildWorld({}, open())
      calls = templateCalls(world)
    })
    afterEach(async () => {
      expect(world.log).toEqual([])
      await world.store.close()
    })

    it('are created, saved, copied, made public and deleted, with every version kept', async () => {
      expect((await calls.create('gil', ID)).template?.version).toBe(1)
      expect((await calls.save('gil', ID, 1, buildDraft({ titulo: 'Otro' }))).template?.version).toBe(2)
      expect((await calls.setScope('gil', ID, true)).template?.version).toBe(3)
      expect((await calls.duplicate('sofia', ID, { id: templateIdOf('B'), area: OTHER_AREA })).template).toMatchObject({
        titulo: 'Otro',
        areas: [OTHER_AREA],
      })
      expect((await calls.versions('gil', ID)).versions?.map(({ version }) => version)).toEqual([3, 2, 1])
      expect((await calls.version('gil', ID, 1)).template?.titulo).toBe(buildDraft().titulo)
      expect((await calls.remove('gil', ID)).deleted).toBe('removed')
      expect((await calls.open('gil', ID)).status).toBe(404)
      expect(await world.store.get(keys.templateVersion(ID, 3))).toBeDefined()
    })

    it('created five times at once are one', async () => {
      const said = await Promise.all(Array.from({ length: 5 }, () => calls.create('gil', ID)))
      expect(said.map(({ status, template }) => [status, template?.version])).toEqual(
        Array.from({ length: 5 }, () => [200, 1]),
      )
      expect(await world.store.get(keys.templateVersion(ID, 2))).toBeUndefined()
    })

    it('saved by two people at once over the same version are one person’s, and the other hears whose', async () => {
      await calls.create('gil', ID)
      for (let base = 1; base <= 4; base += 1) {
        const [mine, theirs] = await Promise.all([
          calls.save('gil', ID, base, buildDraft({ titulo: `gil ${base}` })),
          calls.save('sofia', ID, base, buildDraft({ titulo: `sofia ${base}` })),
        ])
        expect([mine.status, theirs.status].toSorted()).toEqual([200, 409])
        const saved = mine.template ?? theirs.template
        expect(mine.current ?? theirs.current).toEqual(saved)
        expect((await calls.open('gil', ID)).template).toEqual(saved)
      }
      const { versions = [] } = await calls.versions('gil', ID)
      expect(versions.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1])
      for (const { version, username } of versions.slice(0, 4))
        expect((await calls.version('gil', ID, version)).template?.titulo).toBe(`${username} ${version - 1}`)
    })

    it('deleted while an answer arrives are kept with it, or removed and the answer held: never removed from under it', async () => {
      const cookie = await world.signIn('ines')
      const push = async () => {
        const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [buildPlainSubmit(1)] }
        const response = await world.ask('POST', '/api/sync/push', { cookie, body })
        return ((await response.json()) as { readonly results: readonly { readonly status: string }[] }).results[0]
          ?.status
      }
      const [{ deleted }, status] = await Promise.all([calls.remove('gil', 'nota'), push()])
      expect([
        ['kept', 'applied'],
        ['removed', 'held'],
      ]).toContainEqual([deleted, status])
    })

    it('whose first answer arrives while they are restructured: the save is judged with the answer, or comes before it', async () => {
      await world.signIn('ines')
      const changed = {
        ...(await calls.open('gil', 'nota')).template,
        secciones: [section(0, [question(0), question(1)])],
      }
      const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [buildPlainSubmit(1)] }
      const [said] = await Promise.all([
        calls.save('gil', 'nota', 1, changed),
        world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body }),
      ])
      const { template, answers } = await calls.open('gil', 'nota')
      expect(answers).toBe(1)
      expect([said.status, template?.version]).toEqual(said.status === 200 ? [200, 2] : [422, 1])
      expect((await calls.save('gil', 'nota', template?.version ?? 0, { ...changed, titulo: 'x' })).status).toBe(422)
    })

    it('of 2,000 questions go in, out and to the devices unchanged, far beyond a megabyte', async () => {
      const opciones = Array.from({ length: 6 }, (_, orden) => ({
        orden,
        texto: `Opción ${orden} con un texto de cierta longitud`,
      }))
      const preguntas = Array.from({ length: 200 }, (_, orden) =>
        question(orden, {
          titulo: `Pregunta ${orden} ${'x'.repeat(200)}`,
          tipoPregunta: QUESTION_TYPE.RADIO,
          opciones,
        }),
      )
      const draft = buildDraft({ secciones: Array.from({ length: 10 }, (_, orden) => section(orden, preguntas)) })
      expect(JSON.stringify(draft).length).toBeGreaterThan(1.4e6)
      expect((await calls.create('gil', ID, draft)).status).toBe(200)
      expect((await calls.save('gil', ID, 1, { ...draft, titulo: 'Otro' })).status).toBe(200)
      expect((await calls.open('ines', ID)).template?.secciones).toEqual(draft.secciones)
      expect((await calls.version('ines', ID, 1)).template?.secciones).toEqual(draft.secciones)
      expect((await pulled(world, 'ines')).find(({ id }) => id === ID)?.secciones).toEqual(draft.secciones)
    })

    it('keep the images that a version shows, and lose the others: the oldest of too many, and all after a month', async () => {
      const cookie = await world.signIn('gil')
      const send = async (seed: number) => {
        world.clock.now += 1000
        const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, seed])
        const response = await world.ask('POST', `/api/templates/${ID}/images`, { cookie, body: bytes })
        return headerImageSchema.parse(await response.json())
      }
      const kept = await send(0)
      expect((await calls.create('gil', ID, buildDraft({ headerImageURL: kept.url }))).status).toBe(200)
      const lost = await send(1)
      for (let seed = 2; seed <= 51; seed += 1) await send(seed)
      expect([await world.files.size(kept.sha256), await world.files.size(lost.sha256)]).toEqual([9, undefined])
      expect(await world.store.count({ collection: 'imagenes' })).toBe(51)
      world.clock.now += 31 * 24 * 60 * 60 * 1000
      expect(await sweepImages(world.ports)).toBe(50)
      expect(await world.files.list()).toEqual([kept.sha256])
    })

    it('reach and leave devices with their areas', async () => {
      const idsOf = async (who: string) => (await pulled(world, who)).map(({ id }) => id)
      await calls.create('sofia', ID, buildDraft({ areas: [AREA] }))
      expect([(await idsOf('ines')).includes(ID), (await idsOf('olga')).includes(ID)]).toEqual([true, false])
      await calls.save('sofia', ID, 1, buildDraft({ areas: [OTHER_AREA] }))
      expect([(await idsOf('ines')).includes(ID), (await idsOf('olga')).includes(ID)]).toEqual([false, true])
    })
  })
}

async function pulled(world: World, who: string) {
  const cookie = await world.signIn(who)
  const templates = []
  for (let query = ''; ;) {
    const page = pullResponseSchema.parse(await (await world.ask('GET', `/api/sync/pull${query}`, { cookie })).json())
    templates.push(...page.templates)
    if (!page.more) return templates
    query = `?${new URLSearchParams({ cursor: page.cursor, scope: page.scope }).toString()}`
  }
}
