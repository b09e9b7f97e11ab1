import { IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { currentAccount, listOutbox, openDevice, openLocal, readMeta, saveDraft, signOutPending, writeMeta } from '#local/index.ts'
import { emptyValues } from '#domain/answering/index.ts'
import { buildPlainSubmit, CLOCK } from '#tests/support/builders/submit.ts'
import { buildPair, saveOne } from '#tests/support/device/device.ts'
import { refusal } from '#tests/support/device/fake-server.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { checkSession, finishSignOut, rememberedSession, signIn, signOut, unsentWork, type IdentityDeps } from './identity.ts'

const credentials = { email: 'ines@relevo.example', password: 'relevo-demo' }

function buildIdentity() {
  const { device, server } = buildPair()
  const { indexedDB, deps } = device
  const open: IdentityDeps['open'] = (account) => openLocal(account, { indexedDB, IDBKeyRange })
  const identity: IdentityDeps = { device: openDevice(indexedDB), fetch: server.fetch, clock: deps.clock, timeout: deps.timeout, open }
  return { device, server, identity }
}

describe('a device', () => {
  it('signs in, and stays signed in without a network', async () => {
    const { server, identity } = buildIdentity()
    expect(await rememberedSession(identity)).toBeUndefined()
    expect(await signIn(identity, credentials)).toEqual({ ok: true, value: AUTHOR_PROFILE })
    expect(JSON.parse(String(server.calls[0]?.body))).toEqual(credentials)
    expect(server.calls[0]?.headers.has('x-relevo-account')).toBe(false)
    server.fault = () => 'cut'
    const remembered = await rememberedSession(identity)
    expect(remembered?.profile).toEqual(AUTHOR_PROFILE)
    expect(await checkSession(identity, remembered?.local ?? openLocal('public'))).toEqual({ kind: 'unknown' })
    expect(await currentAccount(identity.device)).toBe('ines')
  })

  it.each([
    [refusal(401, 'session.bad-credentials'), 'session.bad-credentials'],
    [refusal(403, 'municipality.blocked'), 'municipality.blocked'],
    [refusal(429, 'session.throttled'), 'session.throttled'],
    [new Response('<html>', { status: 200 }), 'network.unreachable'],
  ])('is told why it could not sign in, and remembers nobody (%#)', async (answer, code) => {
    const { server, identity } = buildIdentity()
    server.session = answer
    expect(await signIn(identity, credentials)).toEqual({ ok: false, problem: { code } })
    expect(await currentAccount(identity.device)).toBeUndefined()
  })

  it.each(['meta', 'facts'])('that is full says so instead of leaving a person waiting, and signs in when there is room (%s)', async (store) => {
    const { identity } = buildIdentity()
    const { put } = IDBObjectStore.prototype
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row: Parameters<typeof put>) {
      if (this.name === store) throw new DOMException('no room', 'QuotaExceededError')
      return put.apply(this, row)
    })
    expect(await signIn(identity, credentials)).toMatchObject({ ok: false, problem: { code: 'device.storage-full' } })
    expect(await currentAccount(identity.device)).toBeUndefined()
    full.mockRestore()
    expect(await signIn(identity, credentials)).toMatchObject({ ok: true })
  })

  it('lets its outbox go again once it has signed in', async () => {
    const { device, server, identity } = buildIdentity()
    await saveOne(device.local, 1)
    await writeMeta(device.local, 'signInNeeded', true)
    await signIn(identity, credentials)
    await device.run()
    expect(server.answers.size).toBe(1)
  })

  it('says what would stay behind, signs out, and keeps it all for the next sign-in', async () => {
    const { device, server, identity } = buildIdentity()
    await signIn(identity, credentials)
    await saveOne(device.local, 1)
    const { answer: id, template, version } = buildPlainSubmit(5)
    await saveDraft(device.local, { id, template, version, header: { signatures: [] }, content: emptyValues(), startedAt: CLOCK, updatedAt: CLOCK })
    expect(await unsentWork(device.local)).toEqual({ entries: 1, quarantined: 0, drafts: 1 })
    server.session = new Response(null, { status: 204 })
    await signOut(identity)
    expect(server.calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/session' })
    expect(await rememberedSession(identity)).toBeUndefined()
    expect(await listOutbox(device.local)).toHaveLength(1)
    expect(await signOutPending(identity.device)).toBeUndefined()
  })

  it('that signed out without a network ends the server’s session later', async () => {
    const { server, identity } = buildIdentity()
    await signIn(identity, credentials)
    server.fault = () => 'cut'
    await signOut(identity)
    expect(await rememberedSession(identity)).toBeUndefined()
    expect(await signOutPending(identity.device)).toBe('ines')
    server.fault = () => undefined
    server.session = new Response(null, { status: 204 })
    await finishSignOut(identity)
    expect(server.calls.at(-1)?.headers.get('x-relevo-account')).toBe('ines')
    expect(await signOutPending(identity.device)).toBeUndefined()
  })

  it('learns that its session is over, or its account blocked, and keeps working with what it has', async () => {
    const { device, server, identity } = buildIdentity()
    server.session = refusal(401, 'session.required')
    expect(await checkSession(identity, device.local)).toMatchObject({ kind: 'over' })
    expect(await readMeta(device.local, 'signInNeeded')).toBe(true)
    server.session = refusal(403, 'municipality.blocked')
    expect(await checkSession(identity, device.local)).toEqual({ kind: 'refused', problem: { code: 'municipality.blocked' } })
    expect(await readMeta(device.local, 'accountProblem')).toEqual({ code: 'municipality.blocked' })
    server.session = undefined
    expect(await checkSession(identity, device.local)).toEqual({ kind: 'good', profile: AUTHOR_PROFILE })
    expect(await readMeta(device.local, 'accountProblem')).toBeUndefined()
  })
})
