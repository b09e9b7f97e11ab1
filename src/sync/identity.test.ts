import { IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { userIdSchema } from '#domain/kernel/index.ts'
import { pullResponseSchema, type Profile } from '#domain/sync/index.ts'
import {
  readCurrentAccount,
  listOutbox,
  openDevice,
  openLocal,
  readMeta,
  readStoredProfile,
  saveDraft,
  setCurrentAccount,
  setSignOutPending,
  readDeviceSharing,
  readSignOutPending,
  writeMeta,
  findRememberedSession,
} from '#local/index.ts'
import { createEmptyValues } from '#domain/answers/index.ts'
import { buildPlainSubmit, CLOCK } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { buildPair, saveOne } from '#tests/support/device/device.ts'
import { refusal } from '#tests/support/device/fake-server.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { checkSession, finishSignOut, type IdentityDeps } from './identity.ts'
import { leaveEndedSession, countUnsentWork, signInAccount, signOutAccount } from './identity.ts'
import { receivePage } from '#tests/support/device/pages.ts'

const credentials = { email: 'ines@relevo.example', password: 'relevo-demo' }

function buildIdentity() {
  const { device, server } = buildPair()
  const { indexedDB, deps } = device
  const open: IdentityDeps['open'] = (account) => openLocal(account, { indexedDB, IDBKeyRange })
  const { clock, timeout } = deps
  const identity: IdentityDeps = { device: openDevice(indexedDB), fetch: server.fetch, clock, timeout, open }
  return { device, server, identity }
}

describe('a device', () => {
  it('signs in, and stays signed in without a network', async () => {
    const { server, identity } = buildIdentity()
    expect(await findRememberedSession(identity.device, identity.open)).toBeUndefined()
    expect(await signInAccount(identity, credentials)).toEqual({ ok: true, value: AUTHOR_PROFILE })
    expect(JSON.parse(String(server.calls[0]?.body))).toEqual(credentials)
    expect(server.calls[0]?.headers.has('x-relevo-account')).toBe(false)
    server.fault = () => 'cut'
    const remembered = await findRememberedSession(identity.device, identity.open)
    expect(remembered?.profile).toEqual(AUTHOR_PROFILE)
    expect(await checkSession(identity, remembered?.local ?? openLocal('public'))).toEqual({ kind: 'unknown' })
    expect(await readCurrentAccount(identity.device)).toBe('ines')
  })

  it.each([
    [refusal(401, 'session.bad-credentials'), 'session.bad-credentials'],
    [refusal(403, 'municipality.blocked'), 'municipality.blocked'],
    [refusal(429, 'session.throttled'), 'session.throttled'],
    [new Response('<html>', { status: 200 }), 'network.unreachable'],
  ])('is told why it could not sign in, and remembers nobody (%#)', async (answer, code) => {
    const { server, identity } = buildIdentity()
    server.session = answer
    expect(await signInAccount(identity, credentials)).toEqual({ ok: false, problem: { code } })
    expect(await readCurrentAccount(identity.device)).toBeUndefined()
  })

  it.each(['meta', 'facts'])(
    'that is full says so instead of leaving a person waiting, and signs in when there is room (%s)',
    async (store) => {
      const { identity } = buildIdentity()
      const { put } = IDBObjectStore.prototype
      const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
        this: IDBObjectStore,
        ...row: Parameters<typeof put>
      ) {
        if (this.name === store) throw new DOMException('no room', 'QuotaExceededError')
        return put.apply(this, row)
      })
      const problem = { code: 'device.storage-full' }
      expect(await signInAccount(identity, credentials)).toMatchObject({ ok: false, problem })
      expect(await readCurrentAccount(identity.device)).toBeUndefined()
      full.mockRestore()
      expect(await signInAccount(identity, credentials)).toMatchObject({ ok: true })
    },
  )

  it('lets its outbox go again once it has signed in', async () => {
    const { device, server, identity } = buildIdentity()
    await saveOne(device.local, 1)
    await writeMeta(device.local, 'signInNeeded', true)
    await signInAccount(identity, credentials)
    await device.run()
    expect(server.answers.size).toBe(1)
  })

  it('says what would stay behind, signs out, and keeps it all for the next sign-in', async () => {
    const { device, server, identity } = buildIdentity()
    await signInAccount(identity, credentials)
    await saveOne(device.local, 1)
    const { answer: id, template, version } = buildPlainSubmit(5)
    await saveDraft(device.local, {
      id,
      template,
      version,
      header: { signatures: [] },
      content: createEmptyValues(),
      startedAt: CLOCK,
      updatedAt: CLOCK,
    })
    expect(await countUnsentWork(device.local)).toEqual({ entries: 1, quarantined: 0, drafts: 1 })
    server.session = new Response(null, { status: 204 })
    await signOutAccount(identity)
    expect(server.calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/session' })
    expect(await findRememberedSession(identity.device, identity.open)).toBeUndefined()
    expect(await listOutbox(device.local)).toHaveLength(1)
    expect(await readSignOutPending(identity.device)).toBeUndefined()
  })

  it('whose session was ended from elsewhere is no one’s any more, keeps what was not sent, and sends it after the next sign-in', async () => {
    const { device, server, identity } = buildIdentity()
    await signInAccount(identity, credentials)
    await saveOne(device.local, 1)
    server.fault = () => refusal(401, 'session.required')
    await device.run()
    expect(await findRememberedSession(identity.device, identity.open)).toBeDefined()
    server.fault = () => refusal(401, 'session.ended')
    await device.run()
    // From then on, even if no screen was open to be notified.
    expect(await findRememberedSession(identity.device, identity.open)).toBeUndefined()
    await leaveEndedSession(identity)
    expect(await readCurrentAccount(identity.device)).toBeUndefined()
    expect(await listOutbox(device.local)).toHaveLength(1)
    server.fault = () => undefined
    await signInAccount(identity, credentials)
    expect(await findRememberedSession(identity.device, identity.open)).toBeDefined()
    await device.run()
    expect(server.answers.size).toBe(1)
  })

  it('that signed out without a network ends the server’s session later', async () => {
    const { server, identity } = buildIdentity()
    await signInAccount(identity, credentials)
    server.fault = () => 'cut'
    await signOutAccount(identity)
    expect(await findRememberedSession(identity.device, identity.open)).toBeUndefined()
    expect(await readSignOutPending(identity.device)).toBe('ines')
    server.fault = () => undefined
    server.session = new Response(null, { status: 204 })
    await finishSignOut(identity)
    expect(server.calls.at(-1)?.headers.get('x-relevo-account')).toBe('ines')
    expect(await readSignOutPending(identity.device)).toBeUndefined()
  })

  it('learns that its session is over, or its account blocked, and keeps working with what it has', async () => {
    const { device, server, identity } = buildIdentity()
    server.session = refusal(401, 'session.required')
    expect(await checkSession(identity, device.local)).toMatchObject({ kind: 'over' })
    expect(await readMeta(device.local, 'signInNeeded')).toBe(true)
    server.session = refusal(403, 'municipality.blocked')
    expect(await checkSession(identity, device.local)).toEqual({
      kind: 'refused',
      problem: { code: 'municipality.blocked' },
    })
    expect(await readMeta(device.local, 'accountProblem')).toEqual({ code: 'municipality.blocked' })
    server.session = undefined
    expect(await checkSession(identity, device.local)).toEqual({ kind: 'good', profile: AUTHOR_PROFILE })
    expect(await readMeta(device.local, 'accountProblem')).toBeUndefined()
  })
})

describe('a shared device', () => {
  const olga = { ...AUTHOR_PROFILE, id: userIdSchema.parse('olga') }

  /** Inés has received a form and an answer, and has unsent work and a draft of another version. */
  async function atWork(shared: boolean | undefined, profile: Profile = AUTHOR_PROFILE) {
    const pair = buildIdentity()
    const { device, server, identity } = pair
    server.session = Response.json(profile)
    await signInAccount(identity, { ...credentials, shared })
    const draft = buildPlainSubmit(5)
    await receivePage(device.local, received(profile))
    await saveOne(device.local, 1)
    await saveDraft(device.local, {
      id: draft.answer,
      template: draft.template,
      version: 1,
      header: { signatures: [] },
      content: createEmptyValues(),
      startedAt: CLOCK,
      updatedAt: CLOCK,
    })
    return {
      ...pair,
      signInAs: async (next: Profile) => {
        server.session = Response.json(next)
        return signInAccount(identity, { ...credentials, email: next.email })
      },
    }
  }

  const received = (profile: Profile) =>
    pullResponseSchema.parse({
      serverTime: CLOCK,
      cursor: 'c1',
      scope: 's1',
      reset: true,
      more: false,
      profile,
      areas: [{ path: AREA, nombre: 'a', municipio: 'm', provincia: 'p', pais: 'x' }],
      templates: [buildTemplate(), buildPlainTemplate()],
      goneTemplates: [],
      answers: [],
      goneAnswers: [],
    })

  /** Received data that anyone with the tablet could read. */
  async function readable({ device: { local } }: Pick<ReturnType<typeof buildIdentity>, 'device'>): Promise<unknown> {
    const templates = (await local.database.templates.toArray()).map(({ id }) => id)
    return {
      templates,
      areas: await local.database.areas.count(),
      profile: await readStoredProfile(local),
      cursor: await readMeta(local, 'cursor'),
    }
  }
  const NOTHING = { templates: ['nota'], areas: 0, profile: undefined, cursor: undefined }

  it('keeps nothing that was received once its account has signed out, and all that is unsent with the form that it was filled with', async () => {
    const world = await atWork(true)
    world.server.session = new Response(null, { status: 204 })
    await signOutAccount(world.identity)
    expect(await readable(world)).toEqual(NOTHING)
    expect(await countUnsentWork(world.device.local)).toEqual({ entries: 1, quarantined: 0, drafts: 1 })
    await world.signInAs(AUTHOR_PROFILE)
    await world.device.run()
    expect(world.server.answers.size).toBe(1)
    expect(await receivePage(world.device.local, received(AUTHOR_PROFILE))).toBe(true)
  })

  it('keeps nothing of a page that was under way while its account signed out', async () => {
    const world = await atWork(true)
    await signOutAccount(world.identity)
    expect(await receivePage(world.device.local, received(AUTHOR_PROFILE))).toBe(false)
    expect(await world.device.run()).toMatchObject({ kind: 'busy' })
    expect(await readable(world)).toEqual(NOTHING)
  })

  it('without a network and killed in between does the rest when it starts again', async () => {
    const world = await atWork(true)
    // Like a sign-out that was interrupted after its first step.
    await setSignOutPending(world.identity.device, userIdSchema.parse('ines'))
    await setCurrentAccount(world.identity.device, undefined)
    world.server.fault = () => 'cut'
    await finishSignOut(world.identity)
    expect(await readable(world)).toEqual(NOTHING)
    expect(await readSignOutPending(world.identity.device)).toBe('ines')
  })

  it('is one as soon as a second account signs in, whatever the first one said: of that nothing received is left', async () => {
    const world = await atWork(false)
    await signOutAccount(world.identity)
    expect(await readable(world)).toMatchObject({ areas: 1, cursor: 'c1' })
    expect(await readDeviceSharing(world.identity.device)).toBe('no')
    await world.signInAs(olga)
    expect(await readable(world)).toEqual(NOTHING)
    expect(await readDeviceSharing(world.identity.device)).toBe('seen')
    expect(await countUnsentWork(world.device.local)).toMatchObject({ entries: 1, drafts: 1 })
  })

  it.each([
    ['a device of one person', undefined, AUTHOR_PROFILE],
    [
      'a municipality that wants it so',
      true,
      { ...AUTHOR_PROFILE, municipality: { ...AUTHOR_PROFILE.municipality, keepsReceived: true } },
    ],
  ] as const)('%s keeps what was received, but nobody who was looked up', async (_what, shared, profile) => {
    const world = await atWork(shared, profile)
    await writeMeta(world.device.local, 'citizens', [])
    await signOutAccount(world.identity)
    expect(await readMeta(world.device.local, 'citizens')).toBe(undefined)
    expect(await readable(world)).toMatchObject({ areas: 1, cursor: 'c1', profile })
  })

  it('never takes from anyone who is signed in, with or without a network', async () => {
    const world = await atWork(true)
    await signOutAccount(world.identity)
    await world.signInAs(AUTHOR_PROFILE)
    await receivePage(world.device.local, received(AUTHOR_PROFILE))
    world.server.fault = () => 'cut'
    await setSignOutPending(world.identity.device, userIdSchema.parse('ines'))
    await finishSignOut(world.identity)
    expect((await findRememberedSession(world.identity.device, world.identity.open))?.profile).toEqual(AUTHOR_PROFILE)
    expect(await readable(world)).toMatchObject({ areas: 1, cursor: 'c1' })
  })
})
