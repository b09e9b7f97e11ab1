import { refuse, type Result } from '#domain/kernel/index.ts'
import { setPhase, type SessionActions } from '#ui/index.ts'
import { Shell } from './shell-when-loaded.ts'
import { hintedShared, hintsSignedIn } from './signed-in-hint.ts'

type Backstage = typeof import('./backstage.ts')

/** Long enough for the sign-in page to be drawn and typed into, milliseconds. */
const PATIENCE = 2000
const LONGEST_WAIT = 15_000

let loading: Promise<Backstage> | undefined

/** Database, schemas and transport: a file of their own, so that the sign-in page does not wait for them. */
function backstage(): Promise<Backstage> {
  loading ??= import('./backstage.ts').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** A file that could not be fetched is a network that is not there. */
async function asked<T>(ask: (stage: Backstage) => Promise<Result<T>>): Promise<Result<T>> {
  let stage: Backstage
  try {
    stage = await backstage()
  } catch {
    return refuse('network.unreachable')
  }
  return ask(stage)
}

export const sessionActions: SessionActions = {
  signIn: (email, password, shared) => asked((stage) => stage.signIn(email, password, shared)),
  sharedDevice: hintedShared,
  signOut: async () => (await backstage()).signOut(),
  choosePassword: (token, password) => asked((stage) => stage.choosePassword(token, password)),
}

/**
 * Looks up who works on this device. Nobody, most likely, when nothing hints at it: then the sign-in page comes first, and what it
 * does not need begins to load only when it stands. A browser that waits for files is idle, too: being idle is not enough.
 */
export async function startSession(firstScreen: Promise<void>): Promise<void> {
  if (hintsSignedIn()) {
    // On its way together with the database, not after it. When it cannot be had, the guard asks again.
    Shell.preload()
  } else {
    setPhase({ kind: 'unauthenticated' })
    await Promise.race([firstScreen.then(idle), patience()])
  }
  try {
    await (await backstage()).resume()
  } catch {
    // Neither the file nor its cached copy could be had: signing in says so when somebody tries.
    setPhase({ kind: 'unauthenticated' })
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: PATIENCE })
    else setTimeout(resolve, PATIENCE)
  })
}

/** A screen that never stands (its file could not be had) must not keep a signed-in person out. */
function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))
}
