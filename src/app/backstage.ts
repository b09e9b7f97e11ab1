import { ok, refuse, type DeviceId, type Result, type Author } from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { deviceId, openDevice, openLocal, persistStorage, sharedDevice, storing, type Local } from '#local/index.ts'
import {
  asker,
  browserDeps,
  browserTriggerHost,
  createTransport,
  finishSignOut,
  rememberedSession,
  signIn as signInAt,
  signOut as signOutOf,
  startSyncTriggers,
  type IdentityDeps,
  type Live,
  type SyncTriggers,
} from '#sync/index.ts'
import { setBlockedByWindow, setPhase, useSession } from '#ui/index.ts'
import { useOpenAccount } from './account.ts'
import { startLiveLater } from './live.ts'
import { replay } from './replay.ts'
import { hintShared, hintSignedIn } from './signed-in-hint.ts'
import { startWorker } from './worker.ts'

/** Everything of the session that needs the device's databases or the server; loaded after the first screen. */

const worker = startWorker()
const device = openDevice()
const opened = new Map<Author, Local>()
let triggers: SyncTriggers | undefined
let live: Live | undefined

/** One connection for each account, whoever asks. */
function open(account: Author): Local {
  const known = opened.get(account)
  if (known !== undefined) return known
  const local = openLocal(account)
  opened.set(account, local)
  local.status.onSuperseded(() => location.reload())
  local.status.onBlocked(setBlockedByWindow)
  return local
}

const identity: IdentityDeps = {
  device,
  open,
  fetch: (path, init) => fetch(path, init),
  clock: () => Date.now(),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
}

/** Opens the account's screens and starts sending. */
async function enter(local: Local, profile: Profile, id: DeviceId): Promise<void> {
  const deps = browserDeps(globalThis, { local, device: id })
  triggers?.stop()
  live?.stop()
  triggers = startSyncTriggers(browserTriggerHost(window, worker), { runSync: (options) => replay(deps, options) })
  live = startLiveLater(local.account, triggers.nudged)
  useOpenAccount.setState({
    account: {
      local,
      device: id,
      ask: asker(createTransport({ ...deps, account: local.account })),
      sync: { saved: keptThenSaved(triggers), sendNow: triggers.sendNow },
      live,
      appVersion: deps.appVersion,
    },
  })
  hintSignedIn(true)
  setPhase({ kind: 'authenticated', profile })
}

function thisDevice(): Promise<DeviceId> {
  return deviceId(device, (length) => crypto.getRandomValues(new Uint8Array(length)))
}

/** The first save of this page asks the browser to keep what is stored: by then a person has work here, and some browsers ask them. */
function keptThenSaved({ saved }: SyncTriggers): SyncTriggers['saved'] {
  let asked = false
  return async () => {
    if (!asked) void persistStorage(navigator.storage)
    asked = true
    return saved()
  }
}

/** Goes on as whoever was signed in last, network or not. */
export async function resume(): Promise<void> {
  // Together: each question to a database is a wait.
  const [remembered, id] = await Promise.all([rememberedSession({ device, open }), thisDevice()])
  // Somebody may have signed in while we looked.
  if (useSession.getState().phase.kind === 'authenticated') return
  if (remembered !== undefined) return enter(remembered.local, remembered.profile, id)
  hintSignedIn(false)
  setPhase({ kind: 'unauthenticated' })
  await finishSignOut(identity)
}

export async function signIn(email: string, password: string, shared?: boolean): Promise<Result<null>> {
  const signedIn = await signInAt(identity, { email, password, shared })
  if (!signedIn.ok) return signedIn
  return storing(async () => {
    hintShared(await sharedDevice(device))
    const local = open(signedIn.value.id)
    // The same account again, over its own work: nothing on screen is taken away, and what rested is sent.
    if (useOpenAccount.getState().account?.local === local) void triggers?.sendNow()
    else await enter(local, signedIn.value, await thisDevice())
    return null
  })
}

/** Leaves by loading the page anew: nothing of this account stays in memory for whoever takes the tablet next. */
export async function signOut(): Promise<void> {
  triggers?.stop()
  live?.stop()
  hintSignedIn(false)
  await signOutOf(identity)
  location.replace('/login')
}

export async function choosePassword(token: string, password: string): Promise<Result<null>> {
  const transport = createTransport({ ...identity, account: undefined })
  const outcome = await transport.send(
    {
      method: 'POST',
      path: '/api/password',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password }),
    },
    ({ json }) => (json instanceof Object ? true : undefined),
  )
  if (outcome.kind === 'ok') return ok(null)
  return outcome.kind === 'wait' ? refuse('server.busy') : { ok: false, problem: outcome.problem }
}
