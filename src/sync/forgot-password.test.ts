import { IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { openDevice, openLocal } from '#local/index.ts'
import { buildPair } from '#tests/support/device/device.ts'
import { requestPasswordEmail, type IdentityDeps } from './identity.ts'

it('a link for a forgotten password is asked for once more with the puzzle solved', async () => {
  const proofs: (string | undefined)[] = []
  const details = { seconds: 5, challenge: 'a.b', bits: 3 }
  const fetch: IdentityDeps['fetch'] = async (_, init) => {
    proofs.push(((init.headers ?? {}) as Record<string, string>)['x-relevo-proof'])
    return proofs.length === 1
      ? Response.json({ error: { code: 'request.too-many', details } }, { status: 429 })
      : new Response(null, { status: 204 })
  }
  const { deps, indexedDB } = buildPair().device
  const open: IdentityDeps['open'] = (account) => openLocal(account, { indexedDB, IDBKeyRange })
  const identity: IdentityDeps = { ...deps, device: openDevice(indexedDB), fetch, open }
  expect((await requestPasswordEmail(identity, 'ines@relevo.example', 'es')).ok).toBe(true)
  expect(proofs).toEqual([undefined, expect.stringMatching(/^a\.b:\d+$/)])
})
