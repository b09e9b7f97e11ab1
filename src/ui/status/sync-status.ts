import type { Tone } from './tone.ts'

/** Facts for the sync indicator. Its counts come from stored data, never from the success of requests. */
export type SyncFacts = {
  /** waiting outbox entries, including those whose next attempt is later */
  readonly waiting: number
  readonly sending: number
  /** entries that the server has refused permanently */
  readonly quarantined: number
  /** answers held by the server until a supervisor decides */
  readonly held: number
  /** forms with unsaved changes, which exist only on this device */
  readonly edits: number
  readonly online: boolean
  /** whether the last request failed and no pull has succeeded since */
  readonly failing: boolean
  /** whether the server requires the password again */
  readonly lapsed: boolean
}

export type SyncStatus =
  | { readonly kind: 'attention'; readonly count: number }
  | { readonly kind: 'sign-in'; readonly count: number }
  | { readonly kind: 'sending'; readonly count: number }
  | { readonly kind: 'offline'; readonly count: number }
  | { readonly kind: 'waiting'; readonly count: number }
  | { readonly kind: 'held'; readonly count: number }
  | { readonly kind: 'editing'; readonly count: number }
  | { readonly kind: 'failing' }
  | { readonly kind: 'sent' }

/**
 * The state of the sync indicator, in order of precedence: action needed, activity, waiting work.
 *
 *     quarantined > 0            attention
 *     lapsed                     sign-in      (nothing can be sent until then)
 *     offline                    offline      (even if nothing waits, as the next save will wait)
 *     sending > 0                sending
 *     waiting > 0                waiting
 *     held > 0                   held
 *     edits > 0                  editing      (only sent when the user saves them)
 *     failing                    failing      (nothing waits here, but news of the server may be missing)
 *     otherwise                  sent
 */
export function computeSyncStatus(facts: SyncFacts): SyncStatus {
  const unsent = facts.waiting + facts.sending
  if (facts.quarantined > 0) return { kind: 'attention', count: facts.quarantined }
  if (facts.lapsed) return { kind: 'sign-in', count: unsent }
  if (!facts.online) return { kind: 'offline', count: unsent }
  if (facts.sending > 0) return { kind: 'sending', count: unsent }
  if (facts.waiting > 0) return { kind: 'waiting', count: facts.waiting }
  if (facts.held > 0) return { kind: 'held', count: facts.held }
  if (facts.edits > 0) return { kind: 'editing', count: facts.edits }
  return { kind: facts.failing ? 'failing' : 'sent' }
}

export const SYNC_TONES: Readonly<Record<SyncStatus['kind'], Tone>> = {
  attention: 'attention',
  'sign-in': 'attention',
  sending: 'sending',
  offline: 'waiting',
  waiting: 'waiting',
  held: 'held',
  editing: 'waiting',
  failing: 'waiting',
  sent: 'received',
}
