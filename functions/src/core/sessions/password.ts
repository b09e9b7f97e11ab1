import type { PasswordChange } from '#domain/api/index.ts'
import type { PasswordToken } from '#domain/documents/index.ts'
import { passwordUnit, tokenAccount } from '#domain/judgement/index.ts'
import { MIN_PASSWORD_LENGTH, refuse, toInstant, type Result, type UserId } from '#domain/kernel/index.ts'
import { keys, set, unitOver } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { sha256Hex, toBase64Url } from '../http/digest.ts'
import type { Ports } from '../ports.ts'

const TOKEN_BYTES = 32

export type PasswordSet = { readonly email: string }

/** Makes the one-time token for a link that sets a password: only its hash is stored. @param lifetime milliseconds */
export async function issuePasswordToken(
  core: { readonly ports: Pick<Ports, 'store' | 'clock' | 'random'> },
  userId: UserId,
  lifetime: number,
): Promise<string> {
  const { store, clock, random } = core.ports
  const token = toBase64Url(random(TOKEN_BYTES))
  const key = keys.passwordToken(await sha256Hex(token))
  const epoch = (await store.get(keys.credentials(userId)))?.epoch ?? 0
  const now = clock()
  const document: PasswordToken = {
    kind: 'password',
    userId,
    issuedAt: toInstant(now),
    expiresAt: toInstant(now + lifetime),
    epoch,
  }
  await store.commit(unitOver([], () => ({ result: true, writes: [set(key, document)] })))
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
  const key = keys.passwordToken(await sha256Hex(token))
  // Looked at before the password is hashed, because hashing is slow on purpose and this route is open to everybody.
  const userId = tokenAccount(await store.get(key), clock())
  if (userId === undefined) return refuse('session.token-invalid')
  const passwordHash = await passwords.hash(password)
  return store.commit(passwordUnit(key, userId, passwordHash, clock()))
}
