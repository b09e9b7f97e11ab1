import type { ApiToken, Credentials, StoredSession } from '#domain/documents/index.ts'
import { credentialsPutBackUnit, sessionsForgottenUnit, tokenPutBackUnit } from '#domain/judgement/index.ts'
import { set, unitOver, type Key, keys } from '#domain/store/index.ts'
import type { Ports } from '#core/ports.ts'
import { fingerprintOf, type Ending, type Journal } from './journal.ts'

/** Says in the database that there is a journal beside it, and how often both were marked. */
const JOURNALED: Key<{ readonly since: number; readonly mark?: number }> = 'settings/ended-journal'
const AT_ONCE = 500
const HOUR = 60 * 60 * 1000
const ADVICE =
  'A backup was put back. Sessions and links are over, and what had ended since stays ended. Where the file "ended" was not kept, API tokens are over, too, and whoever has changed a password since has to change it again.'

type PutBackPorts = Pick<Ports, 'store' | 'clock' | 'log'>

/**
 * Ends what a backup has revived, before any request is served. One was put back where the journal has a mark that the
 * database lacks or the end of something alive, or where the database knows of a journal that is gone. Then all
 * sessions and one-time links end, tokens that were revoked, and passwords that were others by then.
 * @returns whether a backup was put back
 */
export async function endRevived(ports: PutBackPorts, journal: Journal): Promise<boolean> {
  const { store } = ports
  const { known } = journal
  const journaled = await store.get(JOURNALED)
  const marked = journaled?.mark ?? 0
  // One without a mark was made by a start that died before it had ended anything.
  const isLost = journaled !== undefined && (known === undefined || (journal.mark === 0 && marked > 0))
  let revived = isLost || marked < journal.mark
  for (const ending of known?.values() ?? []) if (await endAgain(ports, ending)) revived = true
  if (revived) await endAll(ports, isLost)
  // Last: a machine that dies meanwhile finds what is left at its next start.
  await markBoth(ports, journal)
  return revived
}

/** Marks the database, then the journal: an earlier copy of the database is known by the mark that it lacks. */
export async function markBoth({ store, clock }: PutBackPorts, journal: Journal): Promise<void> {
  const mark = await store.commit(
    unitOver([JOURNALED], (found) => {
      const { since = clock(), mark: last = 0 } = found.get(JOURNALED) ?? {}
      const next = Math.max(last, journal.mark) + 1
      return { result: next, writes: [set(JOURNALED, { since, mark: next })] }
    }),
  )
  journal.noteMark(mark)
}

/** Marks both every hour. @returns stops that, with a last mark: whatever was copied until then is older */
export function markHourly(ports: PutBackPorts, journal: Journal): () => Promise<void> {
  const mark = (): Promise<void> =>
    markBoth(ports, journal).catch((error: unknown) => ports.log.error('ended.not-marked', { error: String(error) }))
  const timer = setInterval(() => void mark(), HOUR)
  timer.unref()
  return () => {
    clearInterval(timer)
    return mark()
  }
}

async function endAll(ports: PutBackPorts, isLost: boolean): Promise<void> {
  const sessions = await forget(ports, 'websession')
  const links = await forget(ports, 'tokens')
  const tokens = isLost ? await endTokens(ports) : 0
  ports.log.error('backup.put-back', { sessions, links, tokens, advice: ADVICE })
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
