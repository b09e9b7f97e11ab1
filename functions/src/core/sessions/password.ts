import { z } from 'zod'
import {
  instantSchema,
  MIN_PASSWORD_LENGTH,
  ok,
  refuse,
  toInstant,
  toMilliseconds,
  userIdSchema,
  type Result,
  type UserId,
} from '#domain/kernel/index.ts'
import type { PasswordChange } from '#domain/api/index.ts'
import { type Decision, type StoredDocument, unitOver } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { sha256Hex, toBase64Url } from '../http/digest.ts'
import type { Ports } from '../ports.ts'
import { asUser } from './accounts.ts'
import { asCredentials, credentialsKey, type Credentials } from './stored-session.ts'

const TOKEN_BYTES = 32

/** `tokens/{SHA-256 of the token}`: lets somebody set one account's password, once. */
const tokenSchema = z.object({
  kind: z.literal('password'),
  userId: userIdSchema,
  issuedAt: instantSchema,
  expiresAt: instantSchema,
  /** the account's count of password changes when it was made: one change ends all links that are under way */
  epoch: z.int().min(0),
})

export type PasswordSet = { readonly email: string }

/** Makes the one-time token for a link that sets a password: only its hash is stored. @param lifetime milliseconds */
export async function issuePasswordToken(
  core: { readonly ports: Pick<Ports, 'store' | 'clock' | 'random'> },
  userId: UserId,
  lifetime: number,
): Promise<string> {
  const { store, clock, random } = core.ports
  const token = toBase64Url(random(TOKEN_BYTES))
  const key = `tokens/${await sha256Hex(token)}`
  const epoch = asCredentials(await store.get(credentialsKey(userId)))?.epoch ?? 0
  const now = clock()
  const document = { kind: 'password', userId, issuedAt: toInstant(now), expiresAt: toInstant(now + lifetime), epoch }
  await store.commit(unitOver([], () => ({ result: true, writes: [{ kind: 'set', key, document }] })))
  return token
}

/**
 * Sets a password with a one-time token and ends every session of the account. Unknown, used and expired tokens, and those of an earlier password, are one answer:
 * session.token-invalid. Refuses with password.too-short, too, and then the token stays good.
 * @returns the e-mail address to sign in with
 */
export async function setPassword(core: Core, { token, password }: PasswordChange): Promise<Result<PasswordSet>> {
  const { store, passwords, clock } = core.ports
  if ([...password].length < MIN_PASSWORD_LENGTH) return refuse('password.too-short', { min: MIN_PASSWORD_LENGTH })
  const key = `tokens/${await sha256Hex(token)}`
  // Looked at before the password is hashed, because hashing is slow on purpose and this route is open to everybody.
  const userId = tokenOf(await store.get(key), clock())?.userId
  if (userId === undefined) return refuse('session.token-invalid')
  const passwordHash = await passwords.hash(password)
  const credentials = credentialsKey(userId)
  const userKey = `usuarios/${userId}`
  return store.commit(
    unitOver([key, credentials, userKey], (found): Decision<Result<PasswordSet>> => {
      const now = clock()
      const user = asUser(found.get(userKey))
      // Looked at again: of two requests at once, one finds the token used.
      const before = asCredentials(found.get(credentials))?.epoch ?? 0
      if (tokenOf(found.get(key), now)?.epoch !== before || user === undefined) {
        return { result: refuse('session.token-invalid'), writes: [] }
      }
      const document: Credentials = { passwordHash, epoch: before + 1, changedAt: toInstant(now) }
      return {
        result: ok({ email: user.email }),
        writes: [
          { kind: 'set', key: credentials, document },
          { kind: 'delete', key },
        ],
      }
    }),
  )
}

function tokenOf(document: StoredDocument | undefined, now: number): z.infer<typeof tokenSchema> | undefined {
  const token = tokenSchema.safeParse(document)
  // One from the future was made by a clock that was ahead: nobody knows how long it should still be good.
  return token.success && toMilliseconds(token.data.issuedAt) <= now && now < toMilliseconds(token.data.expiresAt)
    ? token.data
    : undefined
}
