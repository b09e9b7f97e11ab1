import { expect, it, vi } from 'vitest'
import { createApp, quietLog } from '#core/index.ts'
import { openMemoryFiles } from '#tests/support/memory/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { updateIndexesInBackground } from './follow-quietly.ts'
import { openSqliteStore } from './sqlite/store.ts'

it('says in health how far lists are behind, and writes them while no one reads', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const store = openSqliteStore(':memory:')
  const ports = {
    store,
    files: openMemoryFiles(),
    clock: () => Date.parse(toInstant(1_790_000_000_000)),
    random: (length: number) => new Uint8Array(length),
    passwords: { hash: async () => '', verify: async () => false },
    log: quietLog,
  }
  const app = createApp(ports, { origins: [], appVersion: 'test', secureCookies: false })
  const health = async () =>
    (await (await app.fetch(new Request('http://relevo.test/api/health'))).json()) as { readonly behind?: number }
  const stop = updateIndexesInBackground(ports)
  await store.commit({
    keysFor: () => [],
    decide: () => ({
      result: undefined,
      writes: [{ kind: 'set', key: 'respuestas_formularios/a', document: { idPlantilla: 'nota' } }],
    }),
  })
  expect((await health()).behind).toBe(1)
  vi.advanceTimersByTime(1_000)
  await vi.waitFor(async () => expect((await health()).behind).toBeUndefined())
  stop()
  vi.useRealTimers()
  await store.close()
})
