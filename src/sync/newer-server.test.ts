import { expect, it } from 'vitest'
import { listOutbox, readStoredProfile } from '#local/index.ts'
import type { PullResponse, PushResult } from '#domain/sync/index.ts'
import { buildPair, saveOne } from '#tests/support/device/device.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { runSync } from './run-sync.ts'

it('a reason that this app does not know sets one entry aside, and the others arrive', async () => {
  const { device, server } = buildPair()
  const [strange, plain] = [await saveOne(device.local, 1), await saveOne(device.local, 2)]
  const problem = { code: 'answer.of-next-year', details: { limit: 3 } }
  server.judge = ({ id }) =>
    id === strange.id ? ({ id, status: 'rejected', problem } as unknown as PushResult) : undefined
  expect(await device.run()).toMatchObject({ kind: 'done' })
  expect(server.answers.has(plain.answer)).toBe(true)
  expect((await listOutbox(device.local)).map(({ id, state }) => [id, state])).toMatchObject([
    [strange.id, { kind: 'quarantined', problem: { code: 'request.unsupported-protocol', details: { limit: 3 } } }],
  ])
})

it('fields that this app does not know change nothing', async () => {
  const { device, server } = buildPair()
  await saveOne(device.local, 1)
  const profile = { ...AUTHOR_PROFILE, nickname: 'Ine', config: { ...AUTHOR_PROFILE.config, new_flag: true } }
  server.pages = () => ({ profile, news: [] }) as Partial<PullResponse>
  const { fetch } = server
  const deps = {
    ...device.deps,
    fetch: async (path: string, init: RequestInit) => {
      const response = await fetch(path, init)
      return path === '/api/sync/push' ? Response.json({ ...((await response.json()) as object), hint: 'x' }) : response
    },
  }
  expect(await runSync(deps)).toMatchObject({ kind: 'done' })
  expect(await listOutbox(device.local)).toEqual([])
  expect(await readStoredProfile(device.local)).toEqual(AUTHOR_PROFILE)
})
