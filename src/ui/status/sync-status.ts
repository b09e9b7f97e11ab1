import type { Tone } from './tone.ts'

/** What is stored on the device, counted. Nothing here comes from "no exception was thrown". */
export type SyncFacts = {
  /** outbox entries that wait for their turn, whatever their next attempt */
  readonly waiting: number
  readonly sending: number
  /** entries that the server refused for good */
  readonly quarantined: number
  /** answers that the server stored aside until a supervisor decides */
  readonly held: number
  /** forms that are being edited and are on this device only */
  readonly edits: number
  readonly online: boolean
  /** the server asks for the password again */
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
  | { readonly kind: 'sent' }

/**
 * The one sentence of the sync indicator: first what the user must act on, then what is happening, then what waits.
 *
 *     quarantined > 0            attention
 *     lapsed                     sign-in      (nothing can leave until then)
 *     offline                    offline      (also with nothing waiting: what is saved now will wait)
 *     sending > 0                sending
 *     waiting > 0                waiting
 *     held > 0                   held
 *     edits > 0                  editing      (the user has to save them: they do not travel by themselves)
 *     otherwise                  sent
 */
export function syncStatus(facts: SyncFacts): SyncStatus {
  const unsent = facts.waiting + facts.sending
  if (facts.quarantined > 0) return { kind: 'attention', count: facts.quarantined }
  if (facts.lapsed) return { kind: 'sign-in', count: unsent }
  if (!facts.online) return { kind: 'offline', count: unsent }
  if (facts.sending > 0) return { kind: 'sending', count: unsent }
  if (facts.waiting > 0) return { kind: 'waiting', count: facts.waiting }
  if (facts.held > 0) return { kind: 'held', count: facts.held }
  if (facts.edits > 0) return { kind: 'editing', count: facts.edits }
  return { kind: 'sent' }
}

export const SYNC_TONES: Readonly<Record<SyncStatus['kind'], Tone>> = {
  attention: 'attention',
  'sign-in': 'attention',
  sending: 'sending',
  offline: 'waiting',
  waiting: 'waiting',
  held: 'held',
  editing: 'waiting',
  sent: 'received',
}
