import { toProblem } from '#domain/endpoints/index.ts'
import { redeemEmbedCode } from '#domain/integrations/index.ts'
import { generateDeviceId, type Problem } from '#domain/kernel/index.ts'
import { openLocal, writeMeta, type Local } from '#local/index.ts'
import { createMemoryStorage } from '#local/guests/index.ts'
import {
  createSender,
  createSyncDeps,
  createTriggerHost,
  createTransport,
  runSync,
  startSyncTriggers,
  createObservedSender,
  type BrowserLike,
} from '#sync/index.ts'
import { setFileFetcher, setSessionPhase, notifyFramingPage } from '#ui/index.ts'
import { createChangeSaver, useOpenAccount } from '../account.ts'
import { warnBeforeLeaving } from '../warn-before-leaving.ts'
import { findFormInPath } from './form-in.ts'

export { FRAME_URL_REWRITE } from './addresses.ts'

/* Starts a frame in another site: exchanges the code after the # for a bearer token and keeps everything in memory. */

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
const timeout = (milliseconds: number): AbortSignal => AbortSignal.timeout(milliseconds)
const clock = (): number => Date.now()

const CODE = /[#&]code=([A-Za-z0-9_-]{43})(?:&|$)/

/** Removes the code from the URL, so that no history contains it, and then exchanges it. */
export function startFrame(): void {
  const code = CODE.exec(location.hash)?.[1]
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  void enterEmbedded(code).catch(() => showFailure({ code: 'network.unreachable' }))
}

/** Opens the account's screens in the frame. Shows a failure if the code is missing, used or expired. */
async function enterEmbedded(code: string | undefined): Promise<void> {
  reportHeights()
  reportSections()
  if (code === undefined) return showFailure({ code: 'session.required' })
  const plain = (path: string, init: RequestInit): Promise<Response> => fetch(path, { ...init, credentials: 'omit' })
  const outcome = await createSender(createTransport({ fetch: plain, clock, timeout, account: undefined }))(
    redeemEmbedCode,
    {
      body: { code },
    },
  )
  if (outcome.kind !== 'ok') return showFailure(toProblem(outcome))
  const { bearer, profile } = outcome.value
  const authorized: BrowserLike['fetch'] = (path, init) =>
    plain(path, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), authorization: `Relevo ${bearer}` },
    })
  setFileFetcher((address) => authorized(address, {}))
  const local = openLocal(profile.id, await createMemoryStorage())
  await writeMeta(local, 'profile', profile)
  enterAccount(local, authorized)
  warnBeforeLeaving(local)
  setSessionPhase({ kind: 'authenticated', profile })
}

function enterAccount(local: Local, send: BrowserLike['fetch']): void {
  const device = generateDeviceId(random(16))
  // Uses neither locks nor storage, because a frame does not share them with other windows.
  const deps = createSyncDeps(
    { Date, Math, crypto, fetch: send, navigator: {} },
    { local, device, only: findFormInPath(location.pathname) },
  )
  const triggers = startSyncTriggers(createTriggerHost(window, undefined), {
    runSync: (options) => runSync(deps, options),
  })
  const ask = createObservedSender(createTransport({ ...deps, account: local.account }), triggers.nudged)
  const sync = { saved: triggers.saved, sendNow: triggers.sendNow }
  const change = createChangeSaver(local, { device, now: clock, random }, sync)
  useOpenAccount.setState({ account: { local, device, change, ask, sync, onNews: () => undefined } })
}

function showFailure(problem: Problem): void {
  setSessionPhase({ kind: 'error', problem })
}

/** Reports the height of the content, so that the site can resize the frame. */
function reportHeights(): void {
  let reportedHeight = 0
  const tell = (): void => {
    const { height } = document.documentElement.getBoundingClientRect()
    if (Math.ceil(height) === reportedHeight) return
    reportedHeight = Math.ceil(height)
    notifyFramingPage({ type: 'height', height: reportedHeight })
  }
  new ResizeObserver(tell).observe(document.documentElement)
}

/** Reports when the focus moves to another section, so that the site can scroll to the top of the frame. */
function reportSections(): void {
  let last: Element | null | undefined
  document.addEventListener('focusin', ({ target }) => {
    const section = target instanceof Element ? target.closest('main section') : null
    if (section === null || section === last) return
    // Does not report the first focused section, because the user is already there.
    if (last !== undefined)
      notifyFramingPage({
        type: 'section',
        section: [...document.querySelectorAll('main section')].indexOf(section) + 1,
      })
    last = section
  })
}
