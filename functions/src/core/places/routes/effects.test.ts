import { describe, expect, it } from 'vitest'
import { getMunicipality, type MunicipalityPath } from '#domain/kernel/index.ts'
import { encodePlaceId, type MunicipalitiesPage, type SettingsResponse } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { hashOf } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const OWN = getMunicipality(AREA)
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])

describe('the list', () => {
  const listed = async (world: World, query: string) => {
    const response = await world.ask('GET', `/api/municipalities?${query}`, { cookie: await world.signIn('ada') })
    return (await response.json()) as MunicipalitiesPage
  }

  it('has seven to a page, by name, and finds a part of a name, a key or a management id', async () => {
    const world = await buildWorld()
    for (let index = 0; index < 9; index += 1) {
      const path = `paises/AR/provincias/cordoba/municipios/m${index}` as MunicipalityPath
      await world.put(
        path,
        buildMunicipality({ path, nombre: `Ñu ${index}`, key: `NU${'ABCDEFGHI'[index]}`, idMuniCore: 100 + index }),
      )
    }
    const names = ({ municipalities }: MunicipalitiesPage) => municipalities.map(({ nombre }) => nombre)
    const first = await listed(world, '')
    expect([first.total, names(first)]).toEqual([11, ['Ñu 0', 'Ñu 1', 'Ñu 2', 'Ñu 3', 'Ñu 4', 'Ñu 5', 'Ñu 6']])
    expect(first.previous).toBeUndefined()
    const at = (side: 'after' | 'before', place = '') => listed(world, `${side}=${encodeURIComponent(place)}`)
    const second = await at('after', first.next)
    expect([second.next, names(second)]).toEqual([undefined, ['Ñu 7', 'Ñu 8', 'Puerto Claro', 'Villa Serena']])
    expect(await at('before', second.previous)).toEqual(first)
    // A municipality created before it does not shift the second page.
    const early = 'paises/AR/provincias/cordoba/municipios/early' as MunicipalityPath
    await world.put(early, buildMunicipality({ path: early, nombre: 'Alta Gracia', key: 'AG' }))
    expect(names(await at('after', first.next))).toEqual(names(second))
    // A deleted position starts the list again.
    expect(names(await at('after', 'paises/AR/provincias/z/municipios/z\nzz'))[0]).toBe('Alta Gracia')
    expect(names(await listed(world, 'nombre=SERÉNA'))).toEqual(['Villa Serena'])
    expect(names(await listed(world, 'nombre=nuc'))).toEqual(['Ñu 2'])
    expect(names(await listed(world, 'nombre=103'))).toEqual(['Ñu 3'])
  })
})

describe('whom it meets to shut a place out', () => {
  it('counts people, devices seen lately, what is still on them, and public forms', async () => {
    const world = await buildWorld()
    const open = buildPlainTemplate({ areas: [AREA] }, { opcionales: { publico: true } })
    await world.put(keys.template(open.id), open)
    const device = {
      municipalityPath: OWN,
      userId: 'ines',
      queued: 2,
      quarantined: 1,
      seenAt: '2026-11-20T10:00:00.000Z',
    }
    await world.put('devices/a~ines', { ...device, device: 'a' })
    await world.put('devices/b~pablo', { ...device, device: 'b', userId: 'pablo', seenAt: '2020-01-01T00:00:00.000Z' })
    world.clock.now = Date.parse('2026-11-22T00:00:00.000Z')
    const reach = async (path: string) =>
      (await world.ask('GET', path, { cookie: await world.signIn('ada') })).json() as Promise<unknown>
    const one = { municipalities: 1, users: 6, devices: 1, unsent: 3, publicForms: 1 }
    expect(await reach(`/api/municipalities/${encodePlaceId(OWN)}/reach`)).toEqual(one)
    expect(await reach('/api/countries/AR/reach')).toEqual(one)
    const missing = await world.ask('GET', '/api/municipalities/AR~x~y/reach', { cookie: await world.signIn('ada') })
    expect([missing.status, await codeOf(missing)]).toEqual([404, 'place.missing'])
  })
})

describe('a logo', () => {
  it('is seen by everybody while it is the municipality’s, and its bytes go with it', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('sofia')
    const here = `/api/municipalities/${encodePlaceId(OWN)}/logo`
    const said = (await (await world.ask('POST', here, { cookie, body: PNG })).json()) as SettingsResponse
    expect(said.settings.brandLogo).toBe(hashOf(PNG))
    const seen = await world.ask('GET', `${here}/${hashOf(PNG)}`)
    expect([seen.status, seen.headers.get('content-type'), (await seen.arrayBuffer()).byteLength]).toEqual([
      200,
      'image/png',
      PNG.length,
    ])
    const other = PNG.with(8, 2)
    await world.ask('POST', here, { cookie, body: other })
    expect((await world.ask('GET', `${here}/${hashOf(PNG)}`)).status).toBe(404)
    expect(await world.files.list()).toEqual([hashOf(other)])
    await world.ask('DELETE', here, { cookie })
    expect(await world.files.list()).toEqual([])
  })

  it('is a png or a jpeg, by its bytes', async () => {
    const world = await buildWorld()
    const response = await world.ask('POST', `/api/municipalities/${encodePlaceId(OWN)}/logo`, {
      cookie: await world.signIn('sofia'),
      body: new TextEncoder().encode('<svg onload=alert(1)>'),
    })
    expect([response.status, await codeOf(response)]).toEqual([422, 'file.wrong-type'])
    expect(await world.files.list()).toEqual([])
  })
})

describe('the language of a municipality', () => {
  const here = `/api/municipalities/${encodePlaceId(OWN)}/language`
  const send = async (
    world: World,
    who: string,
    text: string | Uint8Array<ArrayBuffer>,
    query = 'name=Runasimi&tag=qu-bo',
  ) =>
    world.ask('POST', `${here}?${query}`, {
      cookie: await world.signIn(who),
      body: typeof text === 'string' ? new TextEncoder().encode(text) : text,
    })
  const SAVE = 'msgid "Save"\nmsgstr "Waqaychay"\n'

  it('is checked, compiled, in the next profile, read by anyone, and goes with its bytes', async () => {
    const world = await buildWorld()
    const said = (await (
      await send(world, 'sofia', `${SAVE}\nmsgid "Nothing of ours"\nmsgstr "Mana"\n`)
    ).json()) as SettingsResponse
    const language = said.settings.ownLanguage
    expect(language).toMatchObject({ name: 'Runasimi', tag: 'qu-BO', translated: 1, ignored: 1 })
    expect(language?.total).toBeGreaterThan(3000)
    const session = await world.ask('GET', '/api/session', { cookie: await world.signIn('ines') })
    expect(((await session.json()) as Profile).municipality.language).toEqual({
      name: 'Runasimi',
      tag: 'qu-BO',
      url: `${here}/${language?.sha256}`,
    })
    const read = await world.ask('GET', `${here}/${language?.sha256}`)
    expect([read.headers.get('cache-control'), Object.values((await read.json()) as object)]).toEqual([
      'public, max-age=31536000, immutable',
      [['Waqaychay']],
    ])
    await send(world, 'ada', SAVE.replace('Waqay', 'Waqaj'))
    expect((await world.ask('GET', `${here}/${language?.sha256}`)).status).toBe(404)
    expect(await world.files.list()).toHaveLength(1)
    await world.ask('DELETE', here, { cookie: await world.signIn('sofia') })
    expect(await world.files.list()).toEqual([])
  })

  it('keeps its catalogue when only its name changes', async () => {
    const world = await buildWorld()
    await send(world, 'sofia', SAVE)
    const renamed = await send(world, 'sofia', SAVE, 'name=Qhichwa&tag=qu')
    const { settings } = (await renamed.json()) as SettingsResponse
    expect(settings.ownLanguage).toMatchObject({ name: 'Qhichwa', tag: 'qu' })
    expect((await world.ask('GET', `${here}/${settings.ownLanguage?.sha256}`)).status).toBe(200)
  })

  it.each([
    ['rubbish', PNG, 'settings.language-file'],
    ['text', 'nothing like it', 'settings.language-file'],
    ['two megabytes', '#'.repeat(2 * 1024 * 1024 + 1), 'file.too-large'],
    ['no translation', 'msgid "Save"\nmsgstr ""\n', 'settings.language-empty'],
    ['another value', 'msgid "Save"\nmsgstr "{all}"\n', 'settings.language-values'],
  ])('is refused as %s, and the one before stays', async (_, text, code) => {
    const world = await buildWorld()
    await send(world, 'sofia', SAVE)
    const before = await world.store.get(OWN)
    const refused = await send(world, 'sofia', text)
    expect([refused.status, await codeOf(refused)]).toEqual([code === 'file.too-large' ? 413 : 422, code])
    expect([await world.store.get(OWN), (await world.files.list()).length]).toEqual([before, 1])
  })

  it.each([
    ['name=%20&tag=qu', 'place.name-required'],
    ['name=Runasimi&tag=q', 'settings.language-code'],
    ['name=Runasimi&tag=qu_BO', 'settings.language-code'],
  ])('is refused with %s', async (query, code) => {
    const world = await buildWorld()
    expect(await codeOf(await send(world, 'sofia', SAVE, query))).toBe(code)
    expect(await world.files.list()).toEqual([])
  })
})

describe('a changed setting', () => {
  it('is in the next profile of anyone who works there', async () => {
    const world = await buildWorld()
    const [ada, ines] = [await world.signIn('ada'), await world.signIn('ines')]
    const profile = async () => (await (await world.ask('GET', '/api/session', { cookie: ines })).json()) as Profile
    expect((await profile()).municipality).toMatchObject({
      ownAnswersDays: 90,
      videoAttachments: false,
      currency: { sign: '$', name: 'ARS' },
    })
    const body = {
      ownAnswersDays: 7,
      sharedDevicesKeepReceived: true,
      codeHidden: true,
      electronicSignatureHidden: true,
      videoAttachmentUsernames: ['ines'],
      brandColour: '#0b5a53',
      currency: { sign: '₲', name: 'PYG' },
    }
    await world.ask('PUT', `/api/municipalities/${encodePlaceId(OWN)}/settings`, { cookie: ada, body })
    expect((await profile()).municipality).toMatchObject({
      ownAnswersDays: 7,
      keepsReceived: true,
      codeHidden: true,
      electronicSignatureHidden: true,
      videoAttachments: true,
      currency: { sign: '₲', name: 'PYG' },
      brand: { colour: '#0b5a53' },
    })
  })
})
