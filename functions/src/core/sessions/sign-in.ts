import type { Credentials as SentCredentials } from '#domain/api/index.ts'
import type { User } from '#domain/documents/index.ts'
import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { type Write, unitOver } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { findUser, normalLogin } from './accounts.ts'
import { profileOf } from './profile.ts'
import { REMOTE_CONFIG_KEY, remoteConfigOf } from './remote-config.ts'
import { seenAt } from './session-state.ts'
import { newSession } from './sessions.ts'
import { asCredentials, credentialsKey, type Credentials } from './stored-session.ts'
import { attemptOf, countAttempt, forgive, forgivenKeys, type Attempt } from './throttle.ts'

export type SignIn = { readonly id: string; readonly profile: Profile }

/**
 * Signs a local account in. An unknown name and a wrong password get the same answer after the same time (session.bad-credentials); what is
 * wrong with the account itself (no areas, blocked) is told only to who knows its password. Refuses with session.throttled, too.
 */
export async function signIn(
  core: Core,
  { email, password }: SentCredentials,
  address: string | undefined,
): Promise<Result<SignIn>> {
  const { store, passwords, clock } = core.ports
  const login = normalLogin(email)
  const user = await findUser(store, login)
  const attempt = await attemptOf(login, address)
  const counted = await store.commit(countAttempt(attempt, core.tuning, clock()))
  if (!counted.ok) return counted

  // Asked for whether there is somebody or not: an account that is there takes no longer. No user has this name.
  const credentials = asCredentials(await store.get(credentialsKey(user?.id ?? 'no.body')))
  const right = await passwords.verify(password, credentials?.passwordHash)
  if (!right || user === undefined || credentials === undefined) return refuse('session.bad-credentials')

  const config = remoteConfigOf(await store.get(REMOTE_CONFIG_KEY))
  const profile = await profileOf(store, user, config)
  if (!profile.ok) return profile
  return ok({ id: await startSession(core, user, credentials, attempt), profile: profile.value })
}

/** A new id with each sign-in, whatever cookie came along: nobody can be given an id beforehand. */
async function startSession(core: Core, user: User, verified: Credentials, attempt: Attempt): Promise<string> {
  const { store, clock } = core.ports
  const { id, key } = await newSession(core)
  const userKey = `usuarios/${user.id}`
  await store.commit(
    unitOver([userKey, ...forgivenKeys(attempt)], (found) => {
      const at = clock()
      const now = toInstant(at)
      // The epoch of the password that was verified: one that was changed in the meantime leaves this session dead.
      const epoch = verified.epoch ?? 0
      const session = {
        active: true,
        userId: user.id,
        createdAt: now,
        issuedAt: now,
        ...seenAt(at, core.tuning),
        epoch,
      }
      const current = found.get(userKey)
      const writes: Write[] = [{ kind: 'set', key, document: session }, ...forgive(attempt, found)]
      if (current !== undefined) writes.push({ kind: 'set', key: userKey, document: { ...current, ultimoAcceso: now } })
      return { result: true, writes }
    }),
  )
  return id
}
