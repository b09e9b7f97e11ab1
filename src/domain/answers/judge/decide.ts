import type { Instant } from '../../kernel/instant.ts'
import type { Caller } from './caller.ts'
import type { Unit } from '../../store/index.ts'
import { decideChangeState, decideCorrect, decideDelete, decideRequestChanges, decideRevise } from './decide-changes.ts'
import { decideSendCopy } from './decide-copy.ts'
import { decideEdit } from './decide-edit.ts'
import { decideSubmit, keysForSubmit } from './decide-submit.ts'
import type { Decider } from './decider.ts'
import type { Mutation, MutationKind } from '../../sync/mutation.ts'
import type { PushResult } from '../../sync/protocol.ts'
import { keepFiles } from './stored-result.ts'

// One per kind: a mutation without its judgement does not compile.
const DECIDERS: { readonly [K in MutationKind]: Decider<Extract<Mutation, { kind: K }>> } = {
  'answer.submit': { keysFor: keysForSubmit, decide: decideSubmit },
  'answer.edit': decideEdit,
  'answer.correct': decideCorrect,
  'answer.requestChanges': decideRequestChanges,
  'answer.revise': decideRevise,
  'answer.changeState': decideChangeState,
  'answer.delete': decideDelete,
  'answer.sendCopy': decideSendCopy,
}

/** The server's judgement on one mutation, for `store.commit`: pure, so it may run again. @param now server's clock */
export function unitFor(mutation: Mutation, caller: Caller, now: Instant): Unit<PushResult> {
  // The table pairs each kind with its decider; TypeScript cannot follow that through a union.
  const decider = DECIDERS[mutation.kind] as Decider<Mutation>
  return {
    keysFor: (found) => decider.keysFor(mutation, caller, found),
    decide: (found) => {
      const { result, writes } = decider.decide(mutation, caller, now, found)
      // What goes along with a letter belongs to no answer: it stays as long as any file that was only sent.
      const isKept = writes.length > 0 && mutation.kind !== 'answer.sendCopy'
      return {
        result,
        writes: isKept ? [...writes, ...keepFiles(mutation.files, mutation.answer, caller, found)] : writes,
      }
    },
  }
}
