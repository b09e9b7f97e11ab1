import { keys, set, type Key, type Write } from '#domain/store/index.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import type { Ports } from '#core/ports.ts'
import { sha256Schema, toInstant } from '#domain/kernel/index.ts'

export type DemoAccount = { readonly email: string; readonly role: string; readonly password: string }

/** Document that marks a store with demonstration data, and contains its accounts for the next start. */
const MARKER: Key = 'settings/demonstration'
const SEED = 20_261_121

/**
 * Fills an empty store: first the files, then all documents in one commit.
 * @returns the demonstration's accounts; none for a store with other data
 */
export async function fillDemo(ports: Ports): Promise<readonly DemoAccount[]> {
  const marker = await ports.store.get(MARKER)
  if (marker !== undefined) return marker['accounts'] as readonly DemoAccount[]
  if ((await ports.store.count({ collection: 'usuarios' })) > 0) return []
  // Loaded only here, because a server in use does not need the demonstration.
  const { buildDemo, DEMO_ACCOUNTS, DEMO_FILES } = await import('../demo/index.ts')
  const now = ports.clock()
  for (const { content } of DEMO_FILES) await storeFile(ports, content)
  const accounts = DEMO_ACCOUNTS.map(({ email, role, password }): DemoAccount => ({ email, role, password }))
  const writes = [
    ...buildDemo(now, SEED).map(({ key, document }) => set(key, document)),
    ...(await buildCredentials(ports, DEMO_ACCOUNTS, now)),
    set(MARKER, { accounts }),
  ]
  await ports.store.commit({ keysFor: () => [], decide: () => ({ result: true, writes }) })
  return accounts
}

/** Creates the accounts' credentials. Hashes the password, which all accounts share, only once: hashing is slow. */
async function buildCredentials(
  { passwords }: Ports,
  people: readonly { readonly id: string; readonly password: string }[],
  now: number,
): Promise<readonly Write[]> {
  const hashes = new Map<string, string>()
  for (const { password } of people) if (!hashes.has(password)) hashes.set(password, await passwords.hash(password))
  return people.map(({ id, password }) =>
    set(keys.credentials(id), { passwordHash: hashes.get(password) ?? '', changedAt: toInstant(now) }),
  )
}

/** Stores a file in the same way as an upload. */
async function storeFile({ files, random }: Ports, bytes: Uint8Array): Promise<void> {
  const sha256 = sha256Schema.parse(createHash('sha256').update(bytes).digest('hex'))
  if ((await files.size(sha256)) === bytes.length) return
  const id = `demo-${Buffer.from(random(16)).toString('hex')}`
  await files.uploads.create(new Upload({ id, size: bytes.length, offset: 0 }))
  await files.uploads.write(Readable.from([bytes]), id, 0)
  const sealed = await files.seal(id, { sha256, bytes: bytes.length })
  if (!sealed.ok) throw new Error(`A demonstration file could not be stored: ${sealed.problem.code}`)
}
