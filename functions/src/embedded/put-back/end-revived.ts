import type { ApiToken, Credentials, StoredSession } from '#domain/documents/index.ts'
import { credentialsPutBackUnit, sessionsForgottenUnit, tokenPutBackUnit } from '#domain/judgement/index.ts'
import { set, unitOver, type Key, keys } from '#domain/store/index.ts'
import type { Ports } from '#core/ports.ts'
import { fingerprintOf, type Ending, type Journal } from './journal.ts'

/** Says in the database that there is a journal beside it. */
const JOURNALED: Key<{ readonly since: number }> = 'settings/ended-journal'
const AT_ONCE = 500
const ADVICE =
  'A backup was put back. Sessions and links are over, and what had ended since stays ended. Where the file "ended" was not kept, API tokens are over, too, and whoever has changed a password since has to change it again.'

type PutBackPorts = Pick<Ports, 'store' | 'clock' | 'log'>

/**
 * Ends what a backup has revived: asked at the start, before anybody is served. It was put back where the journal says that something ended that is alive, or where the database knows of a
 * journal and there is none. Then all sessions and one-time links end, tokens that were revoked, and passwords that were others by then.
 * @returns whether a backup was put back
 */
export async function endRevived(ports: PutBackPorts, { known }: Pick<Journal, 'known'>): Promise<boolean> {
  const { store, clock, log } = ports
  const isJournaled = (await store.get(JOURNALED)) !== undefined
  if (!isJournaled)
    await store.commit(unitOver([], () => ({ result: true, writes: [set(JOURNALED, { since: clock() })] })))
  const isLost = known === undefined && isJournaled
  let revived = isLost
  for (const ending of known?.values() ?? []) if (await endAgain(ports, ending)) revived = true
  if (!revived) return false
  const sessions = await forget(ports, 'websession')
  const links = await forget(ports, 'tokens')
  const tokens = isLost ? await endTokens(ports) : 0
  log.error('backup.put-back', { sessions, links, tokens, advice: ADVICE })
  return true
}

/** @returns whether it was alive */
async function endAgain({ store }: PutBackPorts, { key, epoch = 0, password }: Ending): Promise<boolean> {
  if (key.startsWith('credentials/')) {
    const isSame = ({ passwordHash }: Credentials): boolean => fingerprintOf(passwordHash) === password
    return store.commit(credentialsPutBackUnit(key as Key<Credentials>, epoch, isSame))
  }
  if (key.startsWith('api_tokens/')) {
    const token = await store.get(keys.apiToken(key.slice('api_tokens/'.length) as never))
    if (token !== undefined) await store.commit(tokenPutBackUnit(token))
    return token !== undefined
  }
  return (await store.get(key as Key<StoredSession>))?.active === true
}

async function forget({ store }: PutBackPorts, collection: 'websession' | 'tokens'): Promise<number> {
  let gone = 0
  for (;;) {
    const entries = await store.query({ collection, limit: AT_ONCE })
    if (entries.length > 0) gone += await store.commit(sessionsForgottenUnit(entries.map(({ key }) => key)))
    if (entries.length < AT_ONCE) return gone
  }
}

async function endTokens({ store }: PutBackPorts): Promise<number> {
  let gone = 0
  for (;;) {
    const entries = await store.query({ collection: 'api_tokens', limit: AT_ONCE })
    for (const { document } of entries) await store.commit(tokenPutBackUnit(document as ApiToken))
    gone += entries.length
    if (entries.length < AT_ONCE) return gone
  }
}
