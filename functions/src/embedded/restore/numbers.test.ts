import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemoryFiles, openMemoryStore } from '#tests/support/memory/index.ts'
import { quietLog } from '#core/index.ts'
import { DiskFullError, type Store } from '#core/ports.ts'
import { assignNextCode } from '#domain/codes/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { keys, set, unitForKeys, type Key, type StoredDocument } from '#domain/store/index.ts'
import { guardAgainstRestores } from './guard.ts'
import { openNumberJournal } from './numbers.ts'

const RIO = 'paises/AR/provincias/X/municipios/rio' as Key<StoredDocument>
const MAR = 'paises/AR/provincias/X/municipios/mar' as Key<StoredDocument>
const [RECEIPTS, VERSIONS] = [keys.receiptCounter('rio'), keys.versionCounter('farolas' as TemplateId)]
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-numbers-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const file = () => join(folder, 'numbers')
const lines = () =>
  readFileSync(file(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

type Logged = { readonly event: string; readonly facts: unknown }
/** Starts the server. @param wasLeftOpen whether the previous one died in this folder */
async function start(database: Store, { wasLeftOpen = false } = {}) {
  const logged: Logged[] = []
  const log = { ...quietLog, error: (event: string, facts: unknown) => logged.push({ event, facts }) }
  const numbers = openNumberJournal(file(), { wasLeftOpen, log: log as never, clock: Date.now })
  const ports = { folder, numbers, files: openMemoryFiles(Date.now), clock: Date.now, log: log as never }
  const { store, stop } = await guardAgainstRestores(database, ports)
  return {
    store,
    stop: async () => {
      await stop()
      await numbers.close(database)
    },
    gaps: () => logged.flatMap(({ event, facts }) => (event === 'numbers.gap' ? [facts] : [])),
    events: () => logged.map(({ event }) => event),
    /** assigns the next code, as an answer does */
    assign: (key = RIO) =>
      store.commit(
        unitForKeys([key], (documents) => {
          const place = documents.get(key) as unknown as { readonly key: string; readonly lastKeyNumber: number }
          const { code, lastKeyNumber } = assignNextCode(place)
          return { result: code, writes: [set(key, { ...place, lastKeyNumber })] }
        }),
      ),
    issue: (key = RECEIPTS) =>
      store.commit(
        unitForKeys([key], (documents) => {
          const count = (documents.get(key)?.count ?? 0) + 1
          return { result: count, writes: [set(key, { count })] }
        }),
      ),
  }
}

async function put(store: Store, key: Key<StoredDocument>, document: StoredDocument): Promise<void> {
  await store.commit(unitForKeys([key], () => ({ result: true, writes: [set(key, document)] })))
}

async function city(lastKeyNumber = 41): Promise<Store> {
  const store = openMemoryStore()
  await put(store, RIO, { path: RIO, key: 'RIO', lastKeyNumber })
  return store
}

/** Like a copy of the database file. */
async function copyOf(store: Store): Promise<Store> {
  const copy = openMemoryStore()
  for (const key of [RIO, MAR, RECEIPTS, VERSIONS, 'settings/ended-journal'] as readonly Key<StoredDocument>[]) {
    const document = await store.get(key)
    if (document !== undefined) await put(copy, key, document)
  }
  return copy
}

describe('without a restore', () => {
  it('numbers continue without a gap after a stop and after a crash', async () => {
    const database = await city()
    const first = await start(database)
    expect(await first.assign()).toBe('RIO42')
    await first.stop()
    const second = await start(database)
    expect(await second.assign()).toBe('RIO43')
    const third = await start(database, { wasLeftOpen: true })
    expect(await third.assign()).toBe('RIO44')
    expect([first, second, third].flatMap(({ events }) => events())).toEqual([])
  })

  it('records a block before its first number, and nothing until it is used up', async () => {
    const server = await start(await city())
    await server.assign()
    expect(lines()).toEqual([{ series: 'code~RIO', end: 141 }])
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
    const { mtimeNs } = statSync(file(), { bigint: true })
    for (let count = 43; count <= 141; count += 1) await server.assign()
    expect(statSync(file(), { bigint: true }).mtimeNs).toBe(mtimeNs)
    await server.assign()
    // Many codes at once get larger blocks.
    expect(lines()).toEqual([{ series: 'code~RIO', end: 1141 }])
  })

  it('a folder of an older release has no file, and numbers continue from its database', async () => {
    const server = await start(await city(900))
    expect([await server.assign(), server.events()]).toEqual(['RIO901', []])
  })

  it('a stop records the last numbers, and the next number takes them back', async () => {
    const database = await city()
    const first = await start(database)
    await first.assign()
    await first.stop()
    expect(lines()).toEqual([{ series: 'code~RIO', end: 141, last: 42 }])
    const second = await start(database)
    await put(second.store, RIO, { path: RIO, key: 'RIO', lastKeyNumber: 42, nombre: 'Río' })
    expect(lines()).toEqual([{ series: 'code~RIO', end: 141, last: 42 }])
    await second.assign()
    expect(lines()).toEqual([{ series: 'code~RIO', end: 141 }])
  })

  it('a request that outlasts the stop gets no number, so that the next start finds no restore', async () => {
    const database = await city()
    const first = await start(database)
    await first.assign()
    await first.stop()
    await expect(first.assign()).rejects.toThrow('stopping')
    const second = await start(database)
    expect([await second.assign(), second.events()]).toEqual(['RIO43', []])
  })

  it.runIf(process.platform === 'linux')('numbers go on without a gap after a stop with a full disk', async () => {
    const database = await city()
    const first = await start(database)
    await first.assign()
    symlinkSync('/dev/full', `${file()}.new`)
    await first.stop()
    expect(first.events()).toEqual(['numbers.not-closed'])
    const copy = await copyOf(database)
    const second = await start(database)
    expect([await second.assign(), second.events()]).toEqual(['RIO43', []])
    // Only the first start after the stop is excused.
    const restored = await start(copy)
    expect(await restored.assign()).toBe('RIO142')
  })

  it('an older release that ran since is no restore, although the file does not know its numbers', async () => {
    const database = await city()
    const first = await start(database)
    await first.assign()
    // The older release assigns more numbers than the block.
    await put(database, RIO, { path: RIO, key: 'RIO', lastKeyNumber: 500 })
    const second = await start(database)
    expect([await second.assign(), second.events()]).toEqual(['RIO501', []])
  })
})

describe('after a restore', () => {
  it('codes continue above all that were assigned, when the server was stopped', async () => {
    const database = await city()
    const first = await start(database)
    await first.assign()
    const copy = await copyOf(database)
    await first.assign()
    await first.stop()
    const restored = await start(copy)
    expect(restored.gaps()).toMatchObject([{ series: 'code~RIO', from: 43, to: 141 }])
    expect(await restored.assign()).toBe('RIO142')
    // A second restore of the same copy.
    const again = await start(await copyOf(copy))
    expect(await again.assign()).toBe('RIO242')
  })

  it('codes continue above all that were assigned, when the server died within the hour of the copy', async () => {
    const database = await city()
    const first = await start(database)
    await first.assign()
    const copy = await copyOf(database)
    expect(await first.assign()).toBe('RIO43')
    // The restored copy is in another folder, which nothing has left open.
    const restored = await start(copy)
    expect(await restored.assign()).toBe('RIO142')
    expect(restored.events()).toEqual(['backup.restored', 'numbers.gap'])
  })

  it('a start that died before it had raised the counters is finished by the next one', async () => {
    const database = await city()
    const first = await start(database)
    const copy = await copyOf(database)
    await first.assign()
    openNumberJournal(file(), { wasLeftOpen: false, log: quietLog, clock: Date.now })
    const restored = await start(copy, { wasLeftOpen: true })
    expect(await restored.assign()).toBe('RIO142')
  })

  it('codes continue above all that a damaged database had assigned, also when it has lost some of them', async () => {
    const database = await city()
    const damaged = Object.assign(Object.create(database) as Store, { isDamaged: () => true })
    const first = await start(damaged)
    await first.assign()
    expect(await first.assign()).toBe('RIO43')
    // The damage restores an older page.
    await put(database, RIO, { path: RIO, key: 'RIO', lastKeyNumber: 42 })
    await first.stop()
    const salvaged = await start(await copyOf(database))
    expect(await salvaged.assign()).toBe('RIO142')
  })

  it('each series continues above its own numbers, also one that the copy does not have', async () => {
    const database = await city()
    await put(database, MAR, { path: MAR, key: 'MAR', lastKeyNumber: 7 })
    const first = await start(database)
    await first.assign()
    await first.issue(VERSIONS)
    const copy = await copyOf(database)
    await first.assign(MAR)
    expect([await first.issue(), await first.issue(VERSIONS)]).toEqual([1, 2])
    await first.stop()
    const restored = await start(copy)
    expect([await restored.assign(), await restored.assign(MAR)]).toEqual(['RIO142', 'MAR108'])
    expect([await restored.issue(), await restored.issue(VERSIONS)]).toEqual([101, 3])
    expect(restored.gaps()).toMatchObject([
      { series: 'code~RIO', from: 43, to: 141 },
      { series: 'counters/version~farolas', from: 2, to: 2 },
      { series: 'code~MAR', from: 8, to: 107 },
      { series: 'counters/receipt~trio', from: 1, to: 100 },
    ])
  })

  it('a municipality that was lost and is created again begins above the codes of its key', async () => {
    const first = await start(openMemoryStore())
    await put(first.store, RIO, { path: RIO, key: 'RIO', lastKeyNumber: 0 })
    expect(await first.assign()).toBe('RIO1')
    await first.stop()
    const restored = await start(openMemoryStore())
    await put(restored.store, MAR, { path: MAR, key: 'RIO', lastKeyNumber: 0 })
    expect(await restored.assign(MAR)).toBe('RIO101')
    await restored.stop()
    const next = await start(await copyOf(restored.store))
    expect([await next.assign(MAR), next.gaps()]).toEqual(['RIO102', []])
  })

  it('says so when the file was not kept', async () => {
    const database = await city()
    const first = await start(database)
    const copy = await copyOf(database)
    await first.assign()
    await first.stop()
    rmSync(file())
    const restored = await start(copy)
    expect([await restored.assign(), restored.events()]).toEqual(['RIO42', ['backup.restored', 'numbers.unknown']])
  })
})

describe('the file', () => {
  it('a damaged line leaves the others, and is logged', async () => {
    const database = await city()
    writeFileSync(file(), '{"series":"code~RIO","end":300,"last":41}\n{"series":"code~M')
    const server = await start(database)
    expect([await server.assign(), server.events()]).toEqual(['RIO42', ['numbers.damaged']])
    expect(lines()).toEqual([{ series: 'code~RIO', end: 300 }])
  })

  it.each(['', '\n', '17\n'])('with %j as content is logged, and numbers go on from the database', async (content) => {
    writeFileSync(file(), content)
    const server = await start(await city())
    expect([await server.assign(), server.events()]).toEqual(['RIO42', ['numbers.damaged']])
  })

  it('of another city changes nothing', async () => {
    writeFileSync(file(), '{"series":"code~LEJOS","end":300,"last":250}\n{"series":"code~CERCA","end":300}\n')
    const server = await start(await city())
    expect([await server.assign(), server.events()]).toEqual(['RIO42', []])
  })

  it('keeps lines and fields of a newer release', async () => {
    writeFileSync(file(), '{"tickets":"x"}\n{"series":"code~RIO","end":50,"last":41,"by":"node-2"}\n')
    await (await start(await city())).assign()
    expect(lines()).toEqual([{ tickets: 'x' }, { series: 'code~RIO', end: 50, by: 'node-2' }])
  })

  it.runIf(process.platform === 'linux')(
    'on a full disk refuses the commit, and its number is the next one',
    async () => {
      const database = await city()
      const server = await start(database)
      symlinkSync('/dev/full', `${file()}.new`)
      await expect(server.assign()).rejects.toThrow(DiskFullError)
      expect((await database.get(RIO))?.['lastKeyNumber']).toBe(41)
      // The attempt has removed the link, so there is space again.
      expect(await server.assign()).toBe('RIO42')
    },
  )
})
