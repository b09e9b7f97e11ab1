import type { Instant } from '../../kernel/instant.ts'
import type { Caller } from './caller.ts'
import type { Unit } from '../../store/index.ts'
import {
  decideStateChange,
  decideCorrection,
  decideDeletion,
  decideChangeRequest,
  decideRevision,
} from './decide-changes.ts'
import { decideCopySending } from './decide-copy.ts'
import { decideEdit } from './decide-edit.ts'
import { decideSubmission, listSubmitKeys } from './decide-submission.ts'
import type { Decider } from './decider.ts'
import type { Mutation, MutationKind } from '../../sync/mutation.ts'
import type { PushResult } from '../../sync/protocol.ts'
import { claimFiles } from './stored-result.ts'

// Deciders by mutation kind. TypeScript requires a decider for each kind.
const DECIDERS: { readonly [K in MutationKind]: Decider<Extract<Mutation, { kind: K }>> } = {
  'answer.submit': { keysFor: listSubmitKeys, decide: decideSubmission },
  'answer.edit': decideEdit,
  'answer.correct': decideCorrection,
  'answer.requestChanges': decideChangeRequest,
  'answer.revise': decideRevision,
  'answer.changeState': decideStateChange,
  'answer.delete': decideDeletion,
  'answer.sendCopy': decideCopySending,
}

/** Returns the unit that judges a mutation. The unit is pure, so the store may run it again. @param now server time */
export function createMutationUnit(mutation: Mutation, caller: Caller, now: Instant): Unit<PushResult> {
  // The cast is safe, because DECIDERS pairs each kind with its decider.
  const decider = DECIDERS[mutation.kind] as Decider<Mutation>
  return {
    keysFor: (documents) => decider.keysFor(mutation, caller, documents),
    decide: (documents) => {
      const { result, writes } = decider.decide(mutation, caller, now, documents)
      // An e-mail attachment belongs to no answer and expires like any uploaded but unused file.
      const isKept = writes.length > 0 && mutation.kind !== 'answer.sendCopy'
      return {
        result,
        writes: isKept ? [...writes, ...claimFiles(mutation.files, mutation.answer, caller, documents)] : writes,
      }
    },
  }
}
