import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemoryFiles, openMemoryStore } from '#tests/support/memory/index.ts'
import { quietLog, watchStore } from '#core/index.ts'
import type { Store } from '#core/ports.ts'
import { keys, remove, set, unitForKeys, type Key, type StoredDocument } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { endRevivedGrants } from './end-revived.ts'
import { openEndedGrantsJournal } from './journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-grants-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Documents = Readonly<Record<string, StoredDocument | undefined>>

/** Writes like the server's own units: each document is read first. */
async function write(store: Store, documents: Documents): Promise<void> {
  const all = Object.keys(documents) as Key[]
  await store.commit(
    unitForKeys(all, () => ({
      result: true,
      writes: all.map((key) => {
        const document = documents[key]
        return document === undefined ? remove(key) : set(key as Key<StoredDocument>, document)
      }),
    })),
  )
}

/** Continues versions after the assigned ones, as the file of numbers does. */
async function continueAbove(store: Store): Promise<void> {
  if (await store.get(keys.versionCounter(EVENT.id)))
    await write(store, { [keys.versionCounter(EVENT.id)]: { count: 3 } })
}

async function started(database: Store): Promise<Store> {
  const journal = openEndedGrantsJournal(join(folder, 'ended'), Date.now, quietLog)
  const store = watchStore(database, { isWanted: () => true, wrote: (committed) => journal.note(committed) })
  await endRevivedGrants({ store, files: openMemoryFiles(Date.now), clock: Date.now, log: quietLog }, journal, {
    isAhead: async () => false,
    continueAbove: () => continueAbove(database),
  })
  return store
}

/** Runs a server with `before`, backs it up, writes each change, and restores the backup with the journal. */
async function restored(before: Documents, ...changes: readonly Documents[]): Promise<Store> {
  const running = await started(openMemoryStore())
  await write(running, before)
  for (const change of changes) await write(running, change)
  const copy = openMemoryStore()
  await write(copy, before)
  await started(copy)
  return copy
}
const at = (store: Store, key: string) => store.get(key as Key<StoredDocument>)

const PARKS = 'paises/UY/provincias/mvd/municipios/mvd/areas_municipales/parks'
const TRADE = 'paises/UY/provincias/mvd/municipios/mvd/areas_municipales/trade'
const USER = buildUser('ines', 'ROLE_ADMIN', [PARKS, TRADE] as never)
const LINKS = [{ id: 'aa' }, { id: 'bb' }]
const HOOKS = [
  { id: 'h1', state: 'on' },
  { id: 'h2', state: 'on' },
]
const FACTORS = { factors: [{ id: 'lost' }, { id: 'kept' }], recovery: ['r0', 'r1'], recoveryAt: '2026-01-01' }

const EVENT = buildTicketForm()
const ENDED = '2026-05-05T00:00:00.000Z'
const IS_ENDED = { id: 'aa', ended: expect.stringMatching(/^20\d\d-/) }

describe('a restored backup revives', () => {
  it('no door link that was ended, and keeps the others', async () => {
    const store = await restored(
      { 'puertas/fair': { form: 'fair', links: LINKS } },
      { 'puertas/fair': { form: 'fair', links: [{ id: 'aa', ended: ENDED }, { id: 'bb' }] } },
    )
    // Staff can still discard its scans.
    expect(await at(store, 'puertas/fair')).toEqual({ form: 'fair', links: [IS_ENDED, { id: 'bb' }] })
  })

  it('no sale of an event that was cancelled, and queues its refunds', async () => {
    const after = (change: object) => ({ [key]: { ...EVENT, ...change }, [counter]: { count: 3 } })
    const key = keys.template(EVENT.id)
    const counter = keys.versionCounter(EVENT.id)
    const before = { [key]: EVENT, [counter]: { count: EVENT.version } }
    const cancelled = after({ version: 3, ticketSale: { ...EVENT.ticketSale, cancelled: ENDED } })
    const store = await restored(before, after({ version: 2 }), cancelled)
    // The version is above those that were assigned.
    const form = { ...EVENT, version: 4, ticketSale: { ...EVENT.ticketSale, cancelled: expect.stringMatching(/^20/) } }
    expect(await at(store, key)).toEqual(form)
    expect(await at(store, keys.templateVersion(EVENT.id, 4))).toEqual(form)
    expect(await at(store, keys.job(`event.cancelled~${EVENT.id}`))).toMatchObject({
      kind: 'event.cancelled',
      state: 'waiting',
      payload: { form: EVENT.id },
    })
    const version = (await store.get(key))?.version
    await started(store)
    expect((await store.get(key))?.version).toBe(version)
  })

  it.each([
    ['is on sale', { titulo: 'Otro' }],
    ['sells nothing any more', { ticketSale: undefined }],
    ['was removed', undefined],
  ])('an event that %s, and cancels it not', async (_, change) => {
    const key = keys.template(EVENT.id)
    const later = change === undefined ? undefined : { ...EVENT, ...change }
    const store = await restored({ [key]: EVENT }, { [key]: later }, { 'puertas/fair': { form: 'fair', links: [] } })
    expect(await at(store, key)).toEqual(EVENT)
    expect(await at(store, keys.job(`event.cancelled~${EVENT.id}`))).toBeUndefined()
  })

  it('no user who was deactivated', async () => {
    const store = await restored(
      { 'usuarios/ines': USER },
      { 'usuarios/ines': { ...USER, deactivatedAt: '2026-05-05T00:00:00.000Z' } },
    )
    expect(await at(store, 'usuarios/ines')).toMatchObject({
      ...USER,
      deactivatedAt: expect.stringMatching(/^20\d\d-/),
    })
  })

  it('a user who was deactivated and activated again', async () => {
    const store = await restored(
      { 'usuarios/ines': USER },
      { 'usuarios/ines': { ...USER, deactivatedAt: '2026-05-05T00:00:00.000Z' } },
      { 'usuarios/ines': USER },
    )
    expect(await at(store, 'usuarios/ines')).toEqual(USER)
  })

  it('neither the role nor the area that a user lost', async () => {
    const store = await restored(
      { 'usuarios/ines': USER },
      { 'usuarios/ines': { ...USER, roles: ['ROLE_SUPERVISOR'], areas: [PARKS] } },
    )
    expect(await at(store, 'usuarios/ines')).toEqual({ ...USER, roles: ['ROLE_SUPERVISOR'], areas: [PARKS] })
  })

  it('no second factor that was removed, and no recovery code that was used', async () => {
    const left = { ...FACTORS, factors: [{ id: 'kept' }], recovery: ['', 'r1'] }
    const store = await restored({ 'factors/ines': FACTORS }, { 'factors/ines': left })
    expect(await at(store, 'factors/ines')).toEqual(left)
  })

  it('no account that its password alone opens, when its only factor was exchanged for another', async () => {
    const only = { ...FACTORS, factors: [{ id: 'lost' }] }
    const store = await restored(
      { 'factors/ines': only, 'credentials/ines': { passwordHash: 'hash', epoch: 3 } },
      { 'factors/ines': { ...only, factors: [{ id: 'new' }] } },
    )
    expect(await at(store, 'factors/ines')).toBeUndefined()
    expect(await at(store, 'credentials/ines')).toEqual({ passwordHash: '', epoch: 4 })
  })

  it('no webhook that was switched off or removed', async () => {
    const register = 'paises/UY/provincias/mvd/municipios/mvd/integraciones/webhooks'
    const off = await restored(
      { [register]: { hooks: HOOKS } },
      { [register]: { hooks: [HOOKS[1], { id: 'h1', state: 'off' }] } },
    )
    expect(await at(off, register)).toEqual({ hooks: [{ id: 'h1', state: 'off' }, HOOKS[1]] })
    rmSync(join(folder, 'ended'))
    const removed = await restored({ [register]: { hooks: HOOKS } }, { [register]: { hooks: [HOOKS[0]] } })
    expect(await at(removed, register)).toEqual({ hooks: [HOOKS[0], { id: 'h2', state: 'off' }] })
  })

  it('no municipality and no country that was blocked', async () => {
    const [city, country] = ['paises/UY/provincias/mvd/municipios/mvd', 'paises/UY']
    const open = { nombre: 'Montevideo', inhabilitado: false }
    const store = await restored(
      { [city]: open, [country]: open },
      { [city]: { ...open, inhabilitado: true } },
      { [country]: { ...open, inhabilitado: true } },
    )
    expect(await at(store, city)).toEqual({ nombre: 'Montevideo', inhabilitado: true })
    expect(await at(store, country)).toEqual({ nombre: 'Montevideo', inhabilitado: true })
  })

  it('nothing that had ended before the server was restarted', async () => {
    const running = await started(openMemoryStore())
    await write(running, { 'puertas/fair': { form: 'fair', links: LINKS } })
    await write(running, { 'puertas/fair': { form: 'fair', links: [{ id: 'bb' }] } })
    const again = await started(openMemoryStore())
    await write(again, { 'puertas/other': { form: 'other', links: LINKS } })
    await write(again, { 'puertas/other': { form: 'other', links: [] } })
    const copy = openMemoryStore()
    await write(copy, {
      'puertas/fair': { form: 'fair', links: LINKS },
      'puertas/other': { form: 'other', links: LINKS },
    })
    await started(copy)
    expect((await at(copy, 'puertas/fair'))?.['links']).toEqual([IS_ENDED, { id: 'bb' }])
    expect((await at(copy, 'puertas/other'))?.['links']).toEqual([IS_ENDED, { ...IS_ENDED, id: 'bb' }])
  })
})

it('without the file of what has ended, all door links and webhooks end, and users stay as they are', async () => {
  const register = 'paises/UY/provincias/mvd/municipios/mvd/integraciones/webhooks'
  const store = openMemoryStore()
  const running = await started(store)
  await write(running, {
    'puertas/fair': { form: 'fair', links: LINKS },
    [register]: { hooks: HOOKS },
    'usuarios/ines': USER,
  })
  rmSync(join(folder, 'ended'))
  await started(store)
  expect((await at(store, 'puertas/fair'))?.['links']).toEqual([IS_ENDED, { ...IS_ENDED, id: 'bb' }])
  expect(await at(store, register)).toEqual({ hooks: HOOKS.map((hook) => ({ ...hook, state: 'off' })) })
  expect(await at(store, 'usuarios/ines')).toEqual(USER)
})
