import type { Mutant } from './mutants.ts'

/** Bugs in what becomes of completions, requests for changes, revisions and deletions. */
export const MUTANTS_OF_CHANGES: readonly Mutant[] = [
  {
    name: 'a repeated change takes effect again',
    file: 'src/domain/sync/decide-change.ts',
    find: 'if (receipt !== undefined) {',
    replace: 'if (receipt !== undefined && receipt.author === undefined) {',
    seen: 16,
  },
  {
    name: 'what is complete is completed',
    file: 'src/domain/sync/decide-edit.ts',
    find: "if (missingAnswers(version, contentOf(answer), headerOf(answer)).length === 0) return refuse('answer.not-incomplete')",
    replace: '',
    seen: 22,
  },
  {
    name: 'who fills in what is missing replaces what is there',
    file: 'src/domain/sync/decide-edit.ts',
    find: "if (!mayReplace && replaces(mutation.correction)) return refuse('access.forbidden')",
    replace: '',
    seen: 43,
  },
  {
    name: 'a signature is given over another',
    file: 'src/domain/sync/decide-edit.ts',
    find: "if (answer.signatures.some((signature) => isTaken(signature, given.get(signature.indexSignature)))) return refuse('answer.locked-by-signature')",
    replace: '',
    seen: 27,
  },
  {
    name: 'a second request for changes takes the place of the first',
    file: 'src/domain/sync/decide-changes.ts',
    find: 'requestsForChanges: [...answer.requestsForChanges, request]',
    replace: 'requestsForChanges: [...answer.requestsForChanges.slice(0, -1), request]',
  },
  {
    name: 'changes are asked for where no citizen can make them',
    file: 'src/domain/sync/decide-changes.ts',
    find: 'citizenAssociationFromCitizenPortal && incidentes && !addPaymentGateway ? needs',
    replace: '!citizenAssociationFromCitizenPortal || (incidentes && !addPaymentGateway) ? needs',
    seen: 5,
  },
  {
    name: 'more is revised than was asked for',
    file: 'src/domain/sync/decide-changes.ts',
    find: "if (stranger !== undefined) return refuse('answer.not-asked-for', { address: stranger.at })",
    replace: '',
  },
  {
    name: 'what nobody asks for any more is revised',
    file: 'src/domain/sync/decide-changes.ts',
    find: 'if (last?.needCompletition !== true) return',
    replace: 'if (last === undefined) return',
    seen: 5,
  },
  {
    name: 'a request waits on after its revision',
    file: 'src/domain/sync/decide-changes.ts',
    find: '{ ...last, needCompletition: false }',
    replace: 'last',
  },
  {
    name: 'a deletion does not give its place back',
    file: 'src/domain/sync/decide-changes.ts',
    find: 'document: { count: Math.max(0, count - 1) }',
    replace: 'document: { count }',
  },
  {
    name: 'a deletion does not free its citizen',
    file: 'src/domain/sync/decide-changes.ts',
    find: 'citizenKeysOf(answer.idPlantilla, answer.datosCiudadano), found, -1)',
    replace: 'citizenKeysOf(answer.idPlantilla, answer.datosCiudadano), found, 1)',
  },
  {
    name: 'what a revision changed is not on the record',
    file: 'src/domain/sync/decide-changes.ts',
    find: 'withCorrected(answer, document, one.version, applied, one.now)',
    replace: 'answer.answersWithCorrections',
  },
  {
    name: 'nobody is told of a deletion who never pulled the answer',
    file: 'functions/src/core/pull/page.ts',
    find: 'mayHaveUnpulled: true,',
    replace: 'mayHaveUnpulled: false,',
    seen: 44,
  },
  {
    name: 'a refusal is taken for a receipt',
    file: 'src/domain/sync/outbox-transitions.ts',
    find: "return { kind: 'kept', entry: quarantined(entry, result.problem, at) }",
    replace: "return { kind: 'done', receipt: { id: entry.id, answer: entry.answer, status: 'applied', version: 1, code: '', receivedAt: at, receipt: entry.files } }",
    seen: 4,
  },
]
