import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseCursor, formatCursor } from '#core/sync/cursor.ts'
import type { Store } from '#core/ports.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { put } from './store-writes.ts'

const folder = mkdtempSync(join(tmpdir(), 'relevo-restore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const form = (n: number) => ({ areas: ['x'], n })
async function position(store: Store): Promise<number> {
  return (await store.changes({ collection: 'formularios', field: 'areas', values: ['x'], after: 0, limit: 100 }))
    .position
}
async function cursorOf(store: Store): Promise<string> {
  return formatCursor({ templates: await position(store), answers: 0, held: 0, erased: 0 }, 'told', store.eras)
}

describe('a cursor', () => {
  it('stays good over restarts, however many', async () => {
    const file = join(folder, 'restarts.sqlite')
    const first = openSqliteStore(file)
    await put(first, 'formularios/a', form(1))
    const cursor = await cursorOf(first)
    await first.close()
    for (let start = 0; start < 5; start += 1) {
      const store = openSqliteStore(file)
      expect(parseCursor(cursor, store.eras)).toEqual({ templates: 1, answers: 0, held: 0, erased: 0, notice: 'told' })
      await put(store, `formularios/b${start}`, form(start))
      expect(parseCursor(await cursorOf(store), store.eras)).toBeDefined()
      await store.close()
    }
  })

  it('of the time after a backup is refused once that backup is back, however far positions have come since', async () => {
    const file = join(folder, 'restored.sqlite')
    const before = openSqliteStore(file)
    await put(before, 'formularios/a', form(1))
    const old = await cursorOf(before)
    await before.close()
    copyFileSync(file, `${file}.backup`)

    const lost = openSqliteStore(file)
    const early = await cursorOf(lost)
    await put(lost, 'formularios/a', form(2))
    const future = await cursorOf(lost)
    await lost.close()

    copyFileSync(`${file}.backup`, file)
    const restored = openSqliteStore(file)
    // The same position with another document, which a device that trusted the old cursor would never get.
    await put(restored, 'formularios/b', form(3))
    for (let n = 0; n < 5; n += 1) await put(restored, 'formularios/c', form(n))
    expect(parseCursor(future, restored.eras)).toBeUndefined()
    expect(parseCursor(old, restored.eras)).toEqual({ templates: 1, answers: 0, held: 0, erased: 0, notice: 'told' })
    // An era unknown to the backup: its remaining content cannot be known.
    expect(parseCursor(early, restored.eras)).toBeUndefined()
    await restored.close()
  })

  it('is refused when the backup was made in the middle of its own era', async () => {
    const file = join(folder, 'running.sqlite')
    const running = openSqliteStore(file)
    await put(running, 'formularios/a', form(1))
    const before = await cursorOf(running)
    await running.close()
    copyFileSync(file, `${file}.backup`)
    // The backup contains the era, but not the positions assigned afterwards.
    const era = running.eras.at(-1)
    const after = formatCursor({ templates: 9, answers: 0, held: 0, erased: 0 }, 'told', running.eras)
    copyFileSync(`${file}.backup`, file)
    const restored = openSqliteStore(file)
    expect(restored.eras.map(({ id }) => id)).toContain(era?.id)
    expect(parseCursor(after, restored.eras)).toBeUndefined()
    expect(parseCursor(before, restored.eras)).toBeDefined()
    // A device that has sent more than it has pulled offers it again.
    restored.forgetEras?.()
    expect(parseCursor(before, restored.eras)).toBeUndefined()
    const own = await cursorOf(restored)
    await restored.close()
    const again = openSqliteStore(file)
    expect([parseCursor(before, again.eras), parseCursor(own, again.eras) === undefined]).toEqual([undefined, false])
    await again.close()
  })
})
