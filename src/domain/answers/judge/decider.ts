import type { Instant } from '../../kernel/instant.ts'
import type { Caller } from './caller.ts'
import type { Decision, FoundDocuments, Key } from '../../store/index.ts'
import type { PushResult } from '../../sync/protocol.ts'

/** Judges one kind of mutation, in the two steps of `Unit`. */
export type Decider<M> = {
  readonly keysFor: (mutation: M, caller: Caller, documents: FoundDocuments) => readonly Key[]
  readonly decide: (mutation: M, caller: Caller, now: Instant, documents: FoundDocuments) => Decision<PushResult>
}
