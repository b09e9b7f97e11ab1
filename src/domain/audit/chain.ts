import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import {
  NO_PREVIOUS_HASH,
  type AUDIT_AUTHORS_WITHOUT_ACCOUNT,
  type AuditAction,
  type AuditChain,
  type AuditDetail,
  type AuditEntry,
} from './documents.ts'
import type { User } from '../users/documents/user.ts'
import { toHex } from '../kernel/hex.ts'
import { userIdSchema } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Key } from '../kernel/key.ts'
import type { MunicipalityPath } from '../kernel/paths.ts'
import { keys, remove, set, unitForKeys, type FoundDocuments, type Unit, type Write } from '../store/index.ts'

/** Action of a user on a document. */
export type LoggedAction = {
  readonly action: AuditAction
  readonly target: Key
  readonly by: Pick<User, 'id' | 'userMuniCore'>
  /** network address of the request, if the host can determine it */
  readonly from: string | undefined
  readonly municipality?: MunicipalityPath | undefined
  /** names of changed fields, counts; no personal data */
  readonly details?: Readonly<Partial<Record<AuditDetail, string | number | boolean>>>
}

/** Author of an action that no account caused. */
export function toAuthorWithoutAccount(name: (typeof AUDIT_AUTHORS_WITHOUT_ACCOUNT)[number]): LoggedAction['by'] {
  return { id: userIdSchema.parse(name), userMuniCore: name }
}

export const EMPTY_AUDIT_CHAIN: AuditChain = { count: 0, hash: NO_PREVIOUS_HASH, first: 1, before: NO_PREVIOUS_HASH }
/** Maximum characters of texts in an entry; longer texts are cut, so that the log never prevents an action. */
const MAX_TEXT = 500

/** Documents before a commit, and its writes. */
export type AuditedCommit = { readonly before: FoundDocuments; readonly writes: readonly Write[] }

/**
 * Extends a unit to add entries to the log in its commit. Units that write nothing add no entry.
 * @param act the entry of the commit, or a function that returns its entries
 */
export function withAudit<R>(
  unit: Unit<R>,
  act: LoggedAction | ((result: R, commit: AuditedCommit) => LoggedAction | readonly LoggedAction[]),
  now: Instant,
): Unit<R> {
  return {
    keysFor: (documents) => [...unit.keysFor(documents), keys.auditChain],
    decide: (documents) => {
      const { result, writes } = unit.decide(documents)
      if (writes.length === 0) return { result, writes }
      const acts = [typeof act === 'function' ? act(result, { before: documents, writes }) : act].flat()
      return { result, writes: [...writes, ...appendEntries(documents.get(keys.auditChain), acts, now)] }
    },
  }
}

/** Logs an action without writes, such as reading personal data in bulk. */
export function logActionUnit(act: LoggedAction, now: Instant): Unit<void> {
  return unitForKeys<void>([keys.auditChain], (documents) => ({
    result: undefined,
    writes: appendEntries(documents.get(keys.auditChain), [act], now),
  }))
}

function appendEntries(stored: AuditChain | undefined, acts: readonly LoggedAction[], now: Instant): readonly Write[] {
  if (acts.length === 0) return []
  const writes: Write[] = []
  let chain = stored ?? EMPTY_AUDIT_CHAIN
  for (const act of acts) {
    const entry = buildEntry(chain, act, now)
    writes.push(set(keys.auditEntry(entry.number), entry))
    chain = { ...chain, count: chain.count + 1, hash: entry.hash }
  }
  return [...writes, set(keys.auditChain, chain)]
}

function buildEntry(
  chain: AuditChain,
  { action, target, by, from, municipality, details }: LoggedAction,
  now: Instant,
): AuditEntry {
  const open: Omit<AuditEntry, 'hash'> = {
    number: formatAuditNumber(chain.count + 1),
    at: now,
    action,
    target: target.slice(0, MAX_TEXT),
    by: by.id,
    username: by.userMuniCore,
    ...(municipality === undefined ? {} : { municipality }),
    from: (from ?? '').slice(0, 64),
    details: Object.fromEntries(
      Object.entries(details ?? {}).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, MAX_TEXT) : value,
      ]),
    ),
    previous: chain.hash,
  }
  return { ...open, hash: hashAuditEntry(open) }
}

/**
 * Builds the entry that records how many entries a salvaged log lost. `previous`: hash of the last entry before the gap
 */
export function buildGapEntry({
  number,
  previous,
  at,
  gap,
}: {
  readonly number: number
  readonly previous: string
  readonly at: Instant
  readonly gap: { readonly lost: number; readonly first: string; readonly last: string }
}): AuditEntry {
  const open: Omit<AuditEntry, 'hash'> = {
    number: formatAuditNumber(number),
    at,
    action: 'audit.gap',
    target: keys.auditChain,
    by: toAuthorWithoutAccount('salvage').id,
    username: 'salvage',
    from: '',
    details: gap,
    previous,
  }
  return { ...open, hash: hashAuditEntry(open) }
}

/** Formats the number of an entry. @param number from 1 */
export function formatAuditNumber(number: number): string {
  return String(number).padStart(12, '0')
}

/** Hash of all fields in a fixed order; details are sorted, because stores may change the order. */
export function hashAuditEntry(entry: Omit<AuditEntry, 'hash'>): string {
  const { number, at, action, target, by, username, municipality = null, from, details, previous } = entry
  const sorted = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([number, at, action, target, by, username, municipality, from, sorted, previous])
  return toHex(sha256(utf8ToBytes(text)))
}

/**
 * Verifies a part of the chain.
 * @param start entry before the first of `entries`
 * @returns the last valid entry; `broken`: number of an entry that is missing, changed or out of place
 */
export function verifyAuditChain(
  entries: readonly AuditEntry[],
  start: { readonly number: number; readonly hash: string },
): { readonly number: number; readonly hash: string; readonly broken?: string } {
  let { number, hash } = start
  for (const entry of entries) {
    const expected = formatAuditNumber(number + 1)
    if (entry.number !== expected || entry.previous !== hash || hashAuditEntry(entry) !== entry.hash)
      return { number, hash, broken: expected }
    number += 1
    hash = entry.hash
  }
  return { number, hash }
}

/**
 * Deletes the oldest entries made before `until`, and updates the start of the chain in the same commit.
 * @param oldest oldest entries, in order
 */
export function pruneAuditUnit(oldest: readonly AuditEntry[], until: Instant): Unit<number> {
  const end = oldest.findIndex(({ at }) => at >= until)
  const expired = end < 0 ? oldest : oldest.slice(0, end)
  const entryKeys = expired.map(({ number }) => keys.auditEntry(number))
  return unitForKeys<number>([keys.auditChain, ...entryKeys], (documents) => {
    const chain = documents.get(keys.auditChain) ?? EMPTY_AUDIT_CHAIN
    const stored = expired.filter(({ number }) => documents.get(keys.auditEntry(number)) !== undefined)
    // Entries before a gap are no longer part of the chain.
    const detached = stored.filter(({ number }) => number < formatAuditNumber(chain.first))
    const rest = stored.slice(detached.length)
    // Empty if another run has already deleted these entries.
    const linked = rest[0]?.number === formatAuditNumber(chain.first) ? rest : []
    const last = linked.at(-1)
    const writes = [...detached, ...linked].map(({ number }) => remove(keys.auditEntry(number)))
    if (last === undefined) return { result: writes.length, writes }
    const next: AuditChain = { ...chain, first: chain.first + linked.length, before: last.hash }
    return { result: writes.length, writes: [...writes, set(keys.auditChain, next)] }
  })
}

/** Sets the number of days to keep entries. */
export function setAuditRetentionUnit(keepDays: number): Unit<{ readonly keepDays: number }> {
  return unitForKeys([keys.auditRetention], (documents) => {
    const writes =
      documents.get(keys.auditRetention)?.keepDays === keepDays ? [] : [set(keys.auditRetention, { keepDays })]
    return { result: { keepDays }, writes }
  })
}
