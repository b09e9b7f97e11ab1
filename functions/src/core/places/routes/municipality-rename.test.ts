import { beforeEach, expect, it } from 'vitest'
import type { FormTemplate } from '#domain/templates/index.ts'
import { type Municipality, encodePlaceId, type MunicipalityListItem } from '#domain/places/index.ts'
import { getMunicipality, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { runDueJobs } from '../../jobs/run-due.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { dieAtCommit } from '#tests/support/server/deaths.ts'
import { buildPeopleWorld, type PeopleWorld } from '#tests/support/server/people-world.ts'

const HERE = getMunicipality(AREA)
/** More than one commit of five in each of two areas. */
const FORMS = 12
const FACTS = {
  nombre: 'Villa Serena del Sur',
  key: 'VIS',
  idMuniCore: '77',
  usarAWS: false,
  ubicacion: { latitude: -31.42, longitude: -64.18 },
}

let world: PeopleWorld
beforeEach(async () => {
  world = await buildPeopleWorld()
  for (let i = 0; i < FORMS; i += 1) {
    const form = buildPlainTemplate({ id: `form${i}` as TemplateId, areas: [i % 2 === 0 ? AREA : OTHER_AREA] })
    await world.put(keys.template(form.id), form)
  }
  const abroad = buildPlainTemplate({ id: 'abroad' as TemplateId, areas: [FOREIGN_AREA, AREA] })
  await world.put(keys.template(abroad.id), { ...abroad, municipioInfo: { nombre: 'Puerto Claro' } })
})
const edit = (change: Partial<typeof FACTS> = {}) =>
  world.as('ada', 'PUT', `/municipalities/${encodePlaceId(HERE)}`, { ...FACTS, ...change })
const lineOf = async (response: Response) =>
  ((await response.json()) as { readonly municipality: MunicipalityListItem }).municipality
const stored = (): Promise<Municipality | undefined> => world.store.get(keys.municipality(HERE))
const runJobs = () => runDueJobs(world.ports, world.clock.now)
const jobs = () => world.store.count({ collection: 'jobs' })

/** Names of the municipality in its forms on the device, with their versions. */
async function namesOnDevice(): Promise<ReadonlySet<string>> {
  const forms = await world.store.query({ collection: 'formularios', limit: 100 })
  return new Set(
    forms
      .map(({ document }) => document as FormTemplate)
      .filter(({ areas: [first] }) => first !== FOREIGN_AREA)
      .map(({ municipioInfo, version }) => `${municipioInfo.nombre} ${municipioInfo.idMuniCore ?? '-'} v${version}`),
  )
}

it('gives every form the new name and management id, without a new version, and says how far it has come', async () => {
  expect((await lineOf(await edit())).renaming).toEqual({ done: 0, total: FORMS + 3 })
  await runJobs()
  expect(await namesOnDevice()).toEqual(new Set(['Villa Serena del Sur 77 v1']))
  expect((await world.store.get(keys.template('abroad' as TemplateId)))?.municipioInfo.nombre).toBe('Puerto Claro')
  expect((await stored())?.renaming).toBeUndefined()
  expect(await jobs()).toBe(0)
  expect(await world.actions()).toEqual(['municipality.changed'])
})

it('leaves the version that was published as it was, and what was answered under the old name', async () => {
  const waiting = buildPlainSubmit(1)
  const before = await world.store.get(keys.templateVersion('nota' as TemplateId, 1))
  await edit()
  await runJobs()
  expect(await world.store.get(keys.templateVersion('nota' as TemplateId, 1))).toEqual(before)
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [waiting] }
  const { results } = (await (await world.as('ines', 'POST', '/sync/push', body)).json()) as {
    readonly results: unknown
  }
  expect(results).toMatchObject([{ status: 'applied' }])
})

it('shows half way how many are done, and continues after a kill at any commit, to the end', async () => {
  await edit()
  const seen = new Set<number | undefined>()
  for (let lives = 0; lives < 12; lives += 1) {
    await dieAtCommit(world, lives)
    seen.add((await stored())?.renaming?.done)
  }
  await runJobs()
  expect(await namesOnDevice()).toEqual(new Set(['Villa Serena del Sur 77 v1']))
  expect((await stored())?.renaming).toBeUndefined()
  expect(seen.size).toBeGreaterThan(2)
})

it('keeps what else happens to the municipality in the meantime: its codes and its settings', async () => {
  await edit()
  await dieAtCommit(world, 3)
  await world.put(HERE, { ...(await stored()), lastKeyNumber: 41, settings: { codeHidden: true } })
  await runJobs()
  expect(await stored()).toMatchObject({ lastKeyNumber: 41, settings: { codeHidden: true } })
  expect(await namesOnDevice()).toEqual(new Set(['Villa Serena del Sur 77 v1']))
})

it('twice, quickly, ends with the last name', async () => {
  await edit()
  await edit({ nombre: 'Serena' })
  await runJobs()
  expect(await namesOnDevice()).toEqual(new Set(['Serena 77 v1']))
})

it('an edit that forms do not carry is no renaming', async () => {
  await edit()
  await runJobs()
  expect((await lineOf(await edit({ usarAWS: true, key: 'VSS' }))).renaming).toBeUndefined()
  expect(await jobs()).toBe(0)
})
