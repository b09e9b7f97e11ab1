import { Secret, TOTP } from 'otpauth'
import type { SecondFactorListItem, PasskeyOptions } from '#domain/sessions/index.ts'
import { buildPasskey } from './passkey.ts'
import { cookieOf, PASSWORD, type World } from './world.ts'

export const HALF_MINUTE = 30_000

/** The code that an authenticator app shows at this time. */
export function codeAt(secret: string, now: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: now,
  })
}

export type Enrolled = { readonly secret: string; readonly recovery: readonly string[]; readonly cookie: string }

/** Signs in and sets up an authenticator app. @returns the session used */
export async function enrolApp(world: World, user: string, cookie?: string): Promise<Enrolled> {
  const session = cookie ?? (await world.signIn(user))
  const begun = await world.ask('POST', '/api/factors/begin', { cookie: session, body: { kind: 'app' } })
  const { secret, recovery } = (await begun.json()) as { secret: string; recovery: string[] }
  const body = { kind: 'app', name: 'Teléfono', code: codeAt(secret, world.clock.now) }
  const added = await world.ask('POST', '/api/factors', { cookie: session, body })
  if (added.status !== 204) throw new Error(`not enrolled: ${added.status} ${await added.text()}`)
  // The code used for the setup is spent, so sign-ins use the next half minute.
  world.clock.now += HALF_MINUTE
  return { secret, recovery, cookie: cookieOf(added) || session }
}

export async function optionsOf(reply: Response): Promise<PasskeyOptions> {
  return ((await reply.json()) as { options: PasskeyOptions }).options
}

/** Signs in and creates a passkey. */
export async function enrolPasskey(world: World, user: string, cookie?: string) {
  const session = cookie ?? (await world.signIn(user))
  const begun = await world.ask('POST', '/api/factors/begin', { cookie: session, body: { kind: 'passkey' } })
  const passkey = buildPasskey()
  const registration = passkey.register(await optionsOf(begun))
  const added = await world.ask('POST', '/api/factors', {
    cookie: session,
    body: { kind: 'passkey', name: 'Llave', registration },
  })
  if (added.status !== 204) throw new Error(`not enrolled: ${added.status} ${await added.text()}`)
  return { passkey, cookie: session }
}

/** Enters the password, when a second factor is required. @returns the reply, and the cookie of the second step */
export async function firstStep(world: World, user: string, password = PASSWORD) {
  const reply = await world.ask('POST', '/api/session', { body: { email: `${user}@relevo.example`, password } })
  const { error } = (await reply.json()) as { error?: { code: string; details?: unknown } }
  return { status: reply.status, error, cookie: cookieOf(reply), header: reply.headers.get('set-cookie') ?? '' }
}

export function secondStep(world: World, cookie: string, code: string): Promise<Response> {
  return world.ask('POST', '/api/session/second-step', { cookie, body: { kind: 'code', code } })
}

export async function factorsOf(world: World, cookie: string) {
  const reply = await world.ask('GET', '/api/factors', { cookie })
  return (await reply.json()) as {
    factors: SecondFactorListItem[]
    recoveryLeft: number
    required: boolean
    proven: boolean
    password: boolean
  }
}

/** Actions of the audit log, in order. */
export async function logged(world: World): Promise<readonly unknown[]> {
  const entries = await world.store.query({
    collection: 'audit',
    order: { field: 'number', descending: false },
    limit: 200,
  })
  return entries.map(({ document }) => document['action']).filter((action) => action !== 'session.started')
}
