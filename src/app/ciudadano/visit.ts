import {
  endCitizenVisit,
  getCitizenLoginWithOaToken,
  readCitizenVisit,
  CITIZEN_HEADER,
  MOST_PERMITS,
  PERMIT_HEADER,
  type CitizenVisit,
} from '#domain/citizens/index.ts'
import { problemOf, type Ask } from '#domain/endpoints/index.ts'
import { ok, refuse, templateIdSchema, toHex, type Author, type Result } from '#domain/kernel/index.ts'
import type { OutboxEntry } from '#domain/sync/index.ts'
import {
  canStore,
  databaseName,
  discardDraft,
  discardEntry,
  listDrafts,
  listOutbox,
  openLocal,
  publicDeviceId,
  removeReceived,
  writeMeta,
  type Local,
} from '#local/index.ts'
import { forgetPermits, memoryStorage, waitingPermits } from '#local/guests/index.ts'
import { asker, browserDeps, browserTriggerHost, createTransport, runSync, startSyncTriggers } from '#sync/index.ts'
import type { CitizenPlace } from '#features/citizen/index.ts'
import { keptByTab, type Account } from '#ui/index.ts'
import { changeMaker } from '../account.ts'
import { renewPermits } from './renew-permits.ts'

/** Of this tab alone: whose session it is, SHA-256 of the token that it came by, and which try of a token this is. */
const [SESSION, AUTHOR, TOKEN, TRY] = [
  'relevo.citizen',
  'relevo.citizen-author',
  'relevo.citizen-token',
  'relevo.citizen-try',
]
/** Milliseconds between reports that the citizen is at work, so that a long form does not end the session. */
const STILL_HERE = 4 * 60_000

/** Databases of citizens who have been here. */
const OF_CITIZENS = 'relevo-ciudadano-'
/** Held, shared, by every tab in which a citizen's session is open. */
const lockOf = (database: string): string => `visit-${database}`

export type Entered = { readonly session: string; readonly visit: CitizenVisit }
export type Open = {
  readonly account: Account
  /** asks who is here, and so goes on with the session; false: it is over */
  readonly isStill: () => Promise<boolean>
  readonly signOut: () => Promise<void>
}

/** The browser's own storage; where it keeps nothing (another site's frame), that of this page. */
async function findStorage() {
  return (await canStore()) ? {} : memoryStorage()
}
let storage: ReturnType<typeof findStorage> | undefined
const storageHere = () => (storage ??= findStorage())

function random(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length))
}

function askFor(session: string | undefined, noted: (isOver: boolean) => void = () => undefined): Ask {
  const transport = createTransport({
    fetch: async (path, init) => {
      const headers = {
        ...(init.headers as Record<string, string>),
        ...(session === undefined ? {} : { [CITIZEN_HEADER]: session }),
      }
      const response = await fetch(path, { ...init, headers })
      noted(response.status === 401)
      return response
    },
    clock: () => Date.now(),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    account: undefined,
  })
  return asker(transport)
}

/**
 * By the token in the address, or by this tab's session. Refuses with portal.login-failed, portal.unreachable,
 * session.required, network.unreachable…
 */
export async function enter(place: CitizenPlace): Promise<Result<Entered>> {
  if (!('token' in place) || place.token === undefined) return goOn()
  const form = place.kind === 'form' ? templateIdSchema.safeParse(place.form).data : undefined
  const told = await askFor(undefined)(getCitizenLoginWithOaToken, {
    body: { token: place.token, testMode: false, attempt: attemptOf(), ...(form === undefined ? {} : { form }) },
  })
  const token = await digestOf(place.token)
  if (told.kind !== 'ok') {
    const problem = problemOf(told)
    if (problem.code !== 'portal.login-failed') return { ok: false, problem }
    // By the way back in the history: whom this token let in is still here.
    if (keptByTab.get(TOKEN) === token) return goOn(problem.code)
    // Another person's, perhaps, at the same computer: no session of before is theirs, now or at the next try.
    keptByTab.remove(SESSION)
    return { ok: false, problem }
  }
  const { session, visit } = told.value
  keptByTab.remove(TRY)
  keptByTab.set(TOKEN, token)
  keptByTab.set(SESSION, session)
  keptByTab.set(AUTHOR, visit.author)
  return ok({ session, visit })
}

async function goOn(
  otherwise: 'session.required' | 'portal.login-failed' = 'session.required',
): Promise<Result<Entered>> {
  const session = keptByTab.get(SESSION)
  if (session === null) return refuse(otherwise)
  const told = await askFor(session)(readCitizenVisit, {})
  if (told.kind === 'ok') return ok({ session, visit: told.value })
  if (told.kind === 'sign-in') keptByTab.remove(SESSION)
  return { ok: false, problem: problemOf(told) }
}

async function digestOf(token: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
}

/** A page that is loaded anew while its token is being exchanged is the same try. */
function attemptOf(): string {
  const known = keptByTab.get(TRY)
  const attempt =
    known ??
    btoa(String.fromCharCode(...random(32)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  keptByTab.set(TRY, attempt)
  return attempt
}

/** The citizen's own database, and its exchange with the server, which goes by permits and not by the session. */
export async function openVisit({ session, visit }: Entered, onOver: () => Promise<void>): Promise<Open> {
  const kept = await storageHere()
  const local = openLocal(visit.author as Author, kept)
  local.status.onSuperseded(() => location.reload())
  leave = holdVisit(databaseName(visit.author as Author))
  await writeMeta(local, 'removed', undefined)
  const device = await publicDeviceId(local, random)
  let isOver = false
  const ask = askFor(session, (over) => {
    if (!over || isOver) return
    isOver = true
    void onOver()
  })
  await renewPermits(local, ask, Date.now())
  const triggers = startExchange(local, device, 'indexedDB' in kept ? {} : navigator)
  return {
    account: {
      local,
      device,
      ask,
      sync: triggers,
      onNews: () => undefined,
      change: changeMaker(local, { device, now: () => Date.now(), random }, triggers),
      bytes: async (address) => {
        const path = address.replace('/api/answers/', '/api/citizen/answers/')
        const response = await fetch(path, { headers: { [CITIZEN_HEADER]: session }, cache: 'no-store' }).catch(
          () => undefined,
        )
        return response?.ok === true ? response.arrayBuffer() : undefined
      },
    },
    isStill: async () => (await ask(readCitizenVisit, {})).kind !== 'sign-in',
    signOut: async () => {
      isOver = true
      await ask(endCitizenVisit, {})
    },
  }
}

/** @param host none of the browser's where it keeps nothing: it refuses locks, too */
function startExchange(
  local: Local,
  device: Account['device'],
  host: Partial<Pick<Navigator, 'locks' | 'storage'>>,
): Account['sync'] {
  const withPermits: typeof fetch = async (path, init) => {
    const permits = await waitingPermits(local, MOST_PERMITS)
    return fetch(path, { ...init, headers: { ...(init?.headers as object), [PERMIT_HEADER]: permits.join(',') } })
  }
  const { Date: calendar, Math: chance } = globalThis
  const browser = { Date: calendar, Math: chance, navigator: host, crypto: globalThis.crypto, fetch: withPermits }
  const deps = browserDeps(browser, { local, device })
  return startSyncTriggers(browserTriggerHost(window, undefined), { runSync: (options) => runSync(deps, options) })
}

let leave: () => void = () => undefined

/** Tells the other tabs that this citizen is here, until the returned function is called or the tab is closed. */
function holdVisit(database: string): () => void {
  const { promise: here, resolve } = Promise.withResolvers<void>()
  void navigator.locks?.request(lockOf(database), { mode: 'shared' }, () => here).catch(() => undefined)
  return resolve
}

/** Whether no tab has this citizen's session open. */
async function isLeft(database: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {}
  return held.every(({ name }) => name !== lockOf(database))
}

/** What was received goes with the citizen's last tab; what waits stays, with its permits, and what was begun. */
export async function endHere(): Promise<void> {
  keptByTab.remove(SESSION)
  leave()
  await withOwn(async (local) => {
    if (!(await isLeft(databaseName(local.account)))) return
    await removeReceived(local)
    await forgetPermits(local)
  })
}

/** When the next citizen comes, what closed tabs received goes. Permits stay for their time: saved work is sent. */
export async function sweepClosed(): Promise<void> {
  const own = keptByTab.get(AUTHOR)
  const databases = (await indexedDB.databases?.()) ?? []
  for (const { name = '' } of databases) {
    const author = name.slice(name.indexOf('-') + 1) as Author
    if (name.startsWith(OF_CITIZENS) && author !== own && (await isLeft(name)))
      await removeReceived(openLocal(author, await storageHere()))
  }
}

/** Unsent work of the citizen who was here; `refused`: the municipality could not take it, and it is not sent again. */
type Left = { readonly waiting: number; readonly refused: number; readonly drafts: number }

export async function leftBehind(): Promise<Left> {
  const left = await withOwn(async (local): Promise<Left> => {
    const outbox = await listOutbox(local)
    const refused = outbox.filter(isRefused).length
    return { waiting: outbox.length - refused, refused, drafts: (await listDrafts(local)).length }
  })
  return left ?? { waiting: 0, refused: 0, drafts: 0 }
}

function isRefused({ state }: OutboxEntry): boolean {
  return state.kind === 'quarantined'
}

/** A person's act: what was begun, and what was refused, leaves this device. */
export async function discardLeft(): Promise<void> {
  await withOwn(async (local) => {
    for (const { id } of await listDrafts(local)) await discardDraft(local, id)
    for (const { id } of (await listOutbox(local)).filter(isRefused)) await discardEntry(local, id)
  })
}

async function withOwn<T>(work: (local: Local) => Promise<T>): Promise<T | undefined> {
  const author = keptByTab.get(AUTHOR)
  return author === null ? undefined : work(openLocal(author as Author, await storageHere()))
}

/**
 * Ends the session on screen when it has rested, once; typing or pointing is work. A machine that slept has rested,
 * too, but its timers have not: the clock is asked when the page is seen again, and before an act goes on with it.
 * @param rest seconds
 */
export function watchRest(open: Pick<Open, 'isStill'>, rest: number, over: () => void): void {
  let [seen, told] = [Date.now(), Date.now()]
  const listening = new AbortController()
  const end = (): void => {
    clearTimeout(timer)
    listening.abort()
    over()
  }
  let timer = setTimeout(end, rest * 1000)
  const isOver = (): boolean => {
    const hasRested = Date.now() - seen >= rest * 1000
    if (hasRested) end()
    return hasRested
  }
  const active = (): void => {
    if (isOver()) return
    seen = Date.now()
    clearTimeout(timer)
    timer = setTimeout(end, rest * 1000)
    if (seen - told < STILL_HERE) return
    told = seen
    void open.isStill()
  }
  const { signal } = listening
  for (const event of ['keydown', 'pointerdown'] as const) addEventListener(event, active, { signal, capture: true })
  addEventListener('pageshow', isOver, { signal })
  document.addEventListener('visibilitychange', isOver, { signal })
}
