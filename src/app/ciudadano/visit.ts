import {
  endCitizenVisit,
  getCitizenLoginWithOaToken,
  readCitizenVisit,
  CITIZEN_HEADER,
  MAX_PERMITS,
  PERMIT_HEADER,
  type CitizenVisit,
} from '#domain/citizens/index.ts'
import { toProblem, type RequestSender } from '#domain/endpoints/index.ts'
import { ok, refuse, templateIdSchema, toHex, type Author, type Result } from '#domain/kernel/index.ts'
import type { OutboxEntry } from '#domain/sync/index.ts'
import {
  canStoreData,
  buildDatabaseName,
  deleteDraft,
  discardEntry,
  listDrafts,
  listOutbox,
  openLocal,
  getGuestDeviceId,
  removeReceivedData,
  writeMeta,
  type Local,
} from '#local/index.ts'
import { createMemoryStorage, forgetPermits, listWaitingPermits } from '#local/guests/index.ts'
import {
  createSender,
  createSyncDeps,
  createTriggerHost,
  createTransport,
  runSync,
  startSyncTriggers,
} from '#sync/index.ts'
import type { CitizenPageRoute } from '#features/citizen/index.ts'
import { tabStorage, type Account } from '#ui/index.ts'
import { createChangeSaver } from '../account.ts'
import { findLockManager } from '../in-turn.ts'
import { warnBeforeLeaving } from '../warn-before-leaving.ts'
import { renewPermits } from './renew-permits.ts'

/** Keys in this tab's storage: session, its author, SHA-256 of its token, and the id of the current attempt. */
const [SESSION, AUTHOR, TOKEN, ATTEMPT] = [
  'relevo.citizen',
  'relevo.citizen-author',
  'relevo.citizen-token',
  'relevo.citizen-try',
]

/** Name prefix of citizens' databases. */
const CITIZEN_DATABASE_PREFIX = 'relevo-ciudadano-'
/** Name of the shared lock that each tab with an open session of a citizen holds. */
const visitLockName = (database: string): string => `visit-${database}`

export type EnteredVisit = { readonly session: string; readonly visit: CitizenVisit }
export type OpenVisit = {
  readonly account: Account
  /** whether this tab has stored the session, so that it continues after a reload */
  readonly isStored: boolean
  /** checks and thereby extends the session; false if the session has ended */
  readonly isStill: () => Promise<boolean>
  readonly signOut: () => Promise<void>
}

/** Returns the browser's storage, or in-memory storage if the browser stores nothing (frames of other sites). */
async function findStorage() {
  return (await canStoreData()) ? {} : createMemoryStorage()
}
let storage: ReturnType<typeof findStorage> | undefined
const getStorage = () => (storage ??= findStorage())

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length))
}

function askFor(session: string | undefined, noted: (isOver: boolean) => void = () => undefined): RequestSender {
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
  return createSender(transport)
}

/**
 * Enters with the token in the URL, or with this tab's session. Refuses with portal.login-failed, portal.unreachable,
 * session.required, network.unreachable…
 */
export async function signInCitizen(place: CitizenPageRoute): Promise<Result<EnteredVisit>> {
  if (!('token' in place) || place.token === undefined) return goOn()
  const form = place.kind === 'form' ? templateIdSchema.safeParse(place.form).data : undefined
  const attempt = readOrStartAttempt()
  const reply = await askFor(undefined)(getCitizenLoginWithOaToken, {
    body: { token: place.token, testMode: false, attempt, ...(form === undefined ? {} : { form }) },
  })
  const token = await hashToken(place.token)
  if (reply.kind !== 'ok') {
    const problem = toProblem(reply)
    if (problem.code !== 'portal.login-failed') return { ok: false, problem }
    // This tab has used the token before (back navigation), so its session is continued.
    if (tabStorage.get(TOKEN) === token) return goOn(problem.code)
    // Deletes an earlier session, which may belong to another person.
    tabStorage.remove(SESSION)
    return { ok: false, problem }
  }
  const { session, visit } = reply.value
  tabStorage.remove(ATTEMPT)
  tabStorage.set(TOKEN, token)
  tabStorage.set(SESSION, session)
  tabStorage.set(AUTHOR, visit.author)
  return ok({ session, visit })
}

async function goOn(
  otherwise: 'session.required' | 'portal.login-failed' = 'session.required',
): Promise<Result<EnteredVisit>> {
  const session = tabStorage.get(SESSION)
  if (session === null) return refuse(otherwise)
  const reply = await askFor(session)(readCitizenVisit, {})
  if (reply.kind === 'ok') return ok({ session, visit: reply.value })
  if (reply.kind === 'sign-in') tabStorage.remove(SESSION)
  return { ok: false, problem: toProblem(reply) }
}

async function hashToken(token: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
}

/** Returns the id of the current attempt. A page reloaded during the token exchange continues the same attempt. */
function readOrStartAttempt(): string {
  const known = tabStorage.get(ATTEMPT)
  const attempt =
    known ??
    btoa(String.fromCharCode(...randomBytes(32)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  tabStorage.set(ATTEMPT, attempt)
  return attempt
}

/** Opens the citizen's database and starts its exchange with the server, which uses permits instead of the session. */
export async function openVisit(
  { session, visit }: EnteredVisit,
  onVisitEnded: () => Promise<void>,
): Promise<OpenVisit> {
  const kept = await getStorage()
  const local = openLocal(visit.author as Author, kept)
  const keptByPage = 'indexedDB' in kept
  if (keptByPage) warnBeforeLeaving(local)
  local.status.onSuperseded(() => location.reload())
  leave = lockVisit(buildDatabaseName(visit.author as Author))
  await writeMeta(local, 'removed', undefined)
  const device = await getGuestDeviceId(local, randomBytes)
  let isOver = false
  const ask = askFor(session, (over) => {
    if (!over || isOver) return
    isOver = true
    void onVisitEnded()
  })
  await renewPermits(local, ask, Date.now())
  const triggers = startExchange(local, device, keptByPage ? {} : navigator)
  return {
    account: {
      local,
      keptByPage,
      device,
      ask,
      sync: triggers,
      onNews: () => undefined,
      change: createChangeSaver(local, { device, now: () => Date.now(), random: randomBytes }, triggers),
      bytes: async (address) => {
        const path = address.replace('/api/answers/', '/api/citizen/answers/')
        const response = await fetch(path, { headers: { [CITIZEN_HEADER]: session }, cache: 'no-store' }).catch(
          () => undefined,
        )
        return response?.ok === true ? response.arrayBuffer() : undefined
      },
    },
    isStored: isSessionOfTab(session),
    isStill: async () => (await ask(readCitizenVisit, {})).kind !== 'sign-in',
    signOut: async () => {
      isOver = true
      await ask(endCitizenVisit, {})
    },
  }
}

function isSessionOfTab(session: string): boolean {
  try {
    return sessionStorage.getItem(SESSION) === session
  } catch {
    return false
  }
}

/** @param host browser functions; empty if the browser stores nothing, as such a browser also refuses locks */
function startExchange(
  local: Local,
  device: Account['device'],
  host: Partial<Pick<Navigator, 'locks' | 'storage'>>,
): Account['sync'] {
  const fetchWithPermits: typeof fetch = async (path, init) => {
    const permits = await listWaitingPermits(local, MAX_PERMITS)
    return fetch(path, { ...init, headers: { ...(init?.headers as object), [PERMIT_HEADER]: permits.join(',') } })
  }
  const { Date: calendar, Math: chance } = globalThis
  const browser = { Date: calendar, Math: chance, navigator: host, crypto: globalThis.crypto, fetch: fetchWithPermits }
  const deps = createSyncDeps(browser, { local, device })
  return startSyncTriggers(createTriggerHost(window, undefined), { runSync: (options) => runSync(deps, options) })
}

let leave: () => void = () => undefined

/** Holds the citizen's lock, until the returned function is called or the tab is closed. */
function lockVisit(database: string): () => void {
  const { promise: here, resolve } = Promise.withResolvers<void>()
  const locks = findLockManager()
  void locks?.request(visitLockName(database), { mode: 'shared' }, () => here).catch(() => undefined)
  return resolve
}

/**
 * Returns whether no tab has this citizen's session open. Also true without locks, which all supported browsers have,
 * so that a shared computer keeps no received data.
 */
async function isLeft(database: string): Promise<boolean> {
  const locks = findLockManager()
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
  return held.every(({ name }) => name !== visitLockName(database))
}

/** Forgets the session in this tab. In the citizen's last tab, deletes received data; keeps drafts and the outbox. */
export async function endVisitInTab(): Promise<void> {
  tabStorage.remove(SESSION)
  leave()
  await withDatabaseOfVisit(async (local) => {
    if (!(await isLeft(buildDatabaseName(local.account)))) return
    await removeReceivedData(local)
    await forgetPermits(local)
  })
}

/** Deletes received data of other citizens whose tabs are closed. Keeps their permits, so that saved work is sent. */
export async function deleteClosedTabsData(): Promise<void> {
  const own = tabStorage.get(AUTHOR)
  const databases = (await indexedDB.databases?.()) ?? []
  for (const { name = '' } of databases) {
    const author = name.slice(name.indexOf('-') + 1) as Author
    if (name.startsWith(CITIZEN_DATABASE_PREFIX) && author !== own && (await isLeft(name)))
      await removeReceivedData(openLocal(author, await getStorage()))
  }
}

/** Unsent work of this tab's last citizen. `refused`: entries that the server refused, which are not sent again. */
type UnsentWork = { readonly waiting: number; readonly refused: number; readonly drafts: number }

export async function countUnsentVisitWork(): Promise<UnsentWork> {
  const remainingWork = await withDatabaseOfVisit(async (local): Promise<UnsentWork> => {
    const outbox = await listOutbox(local)
    const refused = outbox.filter(isRefused).length
    return { waiting: outbox.length - refused, refused, drafts: (await listDrafts(local)).length }
  })
  return remainingWork ?? { waiting: 0, refused: 0, drafts: 0 }
}

function isRefused({ state }: OutboxEntry): boolean {
  return state.kind === 'quarantined'
}

/** Deletes drafts and refused entries, at the user's request. */
export async function discardUnsentVisitWork(): Promise<void> {
  await withDatabaseOfVisit(async (local) => {
    for (const { id } of await listDrafts(local)) await deleteDraft(local, id)
    for (const { id } of (await listOutbox(local)).filter(isRefused)) await discardEntry(local, id)
  })
}

async function withDatabaseOfVisit<T>(work: (local: Local) => Promise<T>): Promise<T | undefined> {
  const author = tabStorage.get(AUTHOR)
  return author === null ? undefined : work(openLocal(author as Author, await getStorage()))
}
