// @vitest-environment jsdom
import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { CITIZEN_AUTHOR } from '#tests/support/builders/permits.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildDatabaseName, openLocal, readMeta, writeMeta } from '#local/index.ts'
import { endVisitInTab, signInCitizen, deleteClosedTabsData, type EnteredVisit } from './visit.ts'
import { watchIdleTime } from './idle-time.ts'

const SESSION = 'A'.repeat(43)
const visit = {
  nombre: 'Ana',
  apellido: 'Torres',
  username: 'ana.torres',
  author: CITIZEN_AUTHOR,
  municipality: 'Villa Serena',
  rest: 900,
}
const reply = { code: 200, id: 'c1', nombre: 'Ana', apellido: 'Torres', dni: '30111222', username: 'ana.torres' }

/** Like the server: a token can be used once, a session continues. */
function server(): (path: string, init: { readonly body?: string }) => Promise<Response> {
  const used = new Set<string>()
  const json = (body: unknown, status = 200): Response => Response.json(body, { status })
  return async (path, { body = '' }) => {
    if (path.endsWith('/citizen/session')) return json(visit)
    const { token } = JSON.parse(body) as { readonly token: string }
    if (token === 'over' || used.has(token)) return json({ error: { code: 'portal.login-failed' } }, 401)
    used.add(token)
    return json({ ...reply, session: SESSION, visit })
  }
}

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('crypto', webcrypto)
  vi.stubGlobal('fetch', server())
})
afterEach(() => vi.unstubAllGlobals())

const by = (token?: string) => signInCitizen({ kind: 'list', ...(token === undefined ? {} : { token }) })

it('a token that was used continues with the session that it began, and with no other', async () => {
  expect(await by('anas')).toMatchObject({ ok: true, value: { session: SESSION } })
  expect(await by('anas')).toMatchObject({ ok: true, value: { session: SESSION } })
  expect(await by()).toMatchObject({ ok: true })
  // The next user of this computer has an expired token.
  expect(await by('over')).toMatchObject({ ok: false, problem: { code: 'portal.login-failed' } })
  expect(await by()).toMatchObject({ ok: false, problem: { code: 'session.required' } })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('anas')
})

it.each(['pageshow', 'visibilitychange', 'keydown'])(
  'a session that rested while the machine slept is over at %s',
  (event) => {
    vi.useFakeTimers({ now: 0 })
    const [over, isStill] = [vi.fn(), vi.fn(async () => true)]
    const happens = (type: string): unknown => document.dispatchEvent(new Event(type, { bubbles: true }))
    watchIdleTime({ isStill }, 900, { warn: () => undefined, over })
    vi.advanceTimersByTime(890_000)
    happens('pointerdown')
    expect(isStill).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(890_000)
    happens(event === 'keydown' ? 'pageshow' : event)
    expect(over).not.toHaveBeenCalled()
    // While a machine sleeps its clock advances, but its timers do not.
    vi.setSystemTime(890_000 + 900_000)
    happens(event)
    expect(over).toHaveBeenCalledOnce()
    happens('keydown')
    vi.advanceTimersByTime(10_000_000)
    expect([over.mock.calls.length, isStill.mock.calls.length]).toEqual([1, 1])
    vi.useRealTimers()
  },
)

it.each([
  [900, 840],
  [60, 30],
])('a citizen is warned before a session of %i seconds ends, at %i, and stays by any action', (rest, warned) => {
  vi.useFakeTimers({ now: 0 })
  const [warn, over] = [vi.fn(), vi.fn()]
  watchIdleTime({ isStill: async () => true }, rest, { warn, over })
  vi.advanceTimersByTime(warned * 1000 - 1)
  expect(warn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(warn).toHaveBeenLastCalledWith(true)
  document.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(warn).toHaveBeenLastCalledWith(false)
  vi.advanceTimersByTime(rest * 1000 - 1)
  expect([warn.mock.lastCall, over.mock.calls.length]).toEqual([[true], 0])
  vi.advanceTimersByTime(1)
  expect(over).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('the last activity is reported too, so that the server does not end the session earlier', () => {
  vi.useFakeTimers({ now: 0 })
  const isStill = vi.fn(async () => true)
  watchIdleTime({ isStill }, 900, { warn: () => undefined, over: () => undefined })
  const reports: number[] = []
  isStill.mockImplementation(async () => reports.push(Date.now()) > 0)
  for (const at of [1_000, 230_000, 500_000]) {
    vi.advanceTimersByTime(at - Date.now())
    document.dispatchEvent(new Event('keydown', { bubbles: true }))
  }
  vi.advanceTimersByTime(800_000)
  expect(reports).toEqual([240_000, 500_000])
  vi.useRealTimers()
})

it('what was received goes with the last tab of its citizen, and with the next who comes where a tab was closed', async () => {
  const held = [{ name: `visit-${buildDatabaseName(CITIZEN_AUTHOR)}` }]
  const query = vi.fn(async () => ({ held }))
  Object.defineProperty(navigator, 'locks', { value: { query, request: async () => undefined }, configurable: true })
  const local = openLocal(CITIZEN_AUTHOR)
  const received = async (): Promise<unknown> => (await readMeta(local, 'cursor')) ?? null
  await writeMeta(local, 'cursor', 'c1')
  await by('anas')
  await endVisitInTab()
  expect(await received()).toBe('c1')
  sessionStorage.clear()
  await deleteClosedTabsData()
  expect(await received()).toBe('c1')
  held.pop()
  await deleteClosedTabsData()
  expect(await received()).toBe(null)
  await writeMeta(local, 'cursor', 'c2')
  await by('another')
  await endVisitInTab()
  expect(await received()).toBe(null)
})

it('where the browser stores nothing, a draft is not left without a question, as when a language is chosen', async () => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', { open: () => expect.fail('This browser stores nothing') })
  const [{ openVisit }, { saveDraft }] = await Promise.all([import('./visit.ts'), import('#local/index.ts')])
  const entered = { session: SESSION, visit } as EnteredVisit
  const { account, isStored } = await openVisit(entered, async () => undefined)
  expect([account.keptByPage, isStored]).toEqual([true, false])
  sessionStorage.setItem('relevo.citizen', SESSION)
  expect(await openVisit(entered, async () => undefined)).toMatchObject({ isStored: true })
  const asks = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(asks()).toBe(false)
  const { answer: id, header, content, template, version } = buildPlainSubmit(1, 'una luz')
  const at = toInstant(0)
  await saveDraft(account.local, { id, template, version, header, content, startedAt: at, updatedAt: at })
  await vi.waitFor(() => expect(asks()).toBe(true), 5000)
})
