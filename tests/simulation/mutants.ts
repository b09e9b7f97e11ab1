import { MUTANTS_OF_ADMINISTRATION } from './mutants-of-administration.ts'
import { MUTANTS_BY_TEST } from './mutants-by-test.ts'
import { MUTANTS_OF_CHANGES } from './mutants-of-changes.ts'
import { MUTANTS_OF_CITIZENS } from './mutants-of-citizens.ts'
import { MUTANTS_OF_CLOSINGS } from './mutants-of-closings.ts'
import { MUTANTS_OF_DRAFTS } from './mutants-of-drafts.ts'
import { MUTANTS_OF_ERRANDS } from './mutants-of-errands.ts'
import { MUTANTS_OF_LISTS } from './mutants-of-lists.ts'
import { MUTANTS_OF_MONEY } from './mutants-of-money.ts'
import { MUTANTS_OF_PORTAL } from './mutants-of-portal.ts'
import { MUTANTS_OF_RESTORES } from './mutants-of-restores.ts'
import type { Directed } from './storm.ts'

/** A bug planted into the product's source when it is loaded. The simulator must find each of them. */
export type Mutant = {
  readonly name: string
  /** path from the project's root */
  readonly file: string
  /** text that occurs exactly once */
  readonly find: string
  readonly replace: string
  /** fault and step that reveal it, if chance alone would take long: some worlds are directed at it first */
  readonly at?: Directed
  /** a unit or contract test that has to catch it, for bugs that no world reaches */
  readonly test?: string
  /** whether it is searched for in payment worlds */
  readonly money?: boolean
  /** a seed whose world found it, tried first; a changed product may change that world */
  readonly seen?: number
}

/** @returns the file's text with the bug. Throws unless `find` occurs exactly once. */
export function plantedIn(source: string, { file, find, replace }: Mutant): string {
  const place = placesOf(find)
  if ([...source.matchAll(place)].length !== 1) throw new Error(`${file} has to contain exactly once: ${find}`)
  return source.replace(place, () => replace)
}

/** @returns a pattern for a planted bug's place; any whitespace in `find` matches any other whitespace */
export function placesOf(find: string): RegExp {
  return new RegExp(find.trim().split(/\s+/).map(RegExp.escape).join('\\s+'), 'g')
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'the server forgets that it has judged a mutation',
    file: 'src/domain/answers/judge/decide-submission.ts',
    find: 'if (receipt?.author === caller.author && receipt.result.answer === answer)',
    replace: 'if (receipt?.author === undefined && receipt?.result.answer === answer)',
  },
  {
    name: 'a repeated submission is stored again',
    file: 'src/domain/answers/judge/decide-submission.ts',
    find: 'const receipt = documents.get(keys.receipt(id))',
    replace:
      'documents = new Map([...documents].filter(([key]) => !/^(receipts|respuestas_formularios|held)/.test(key)));\n  const receipt = documents.get(keys.receipt(id))',
  },
  {
    name: 'the code is given without being taken',
    file: 'src/domain/answers/judge/decide-submission.ts',
    find: 'if (lastKeyNumber !== municipality.lastKeyNumber) {',
    replace: 'if (lastKeyNumber === municipality.lastKeyNumber) {',
  },
  {
    name: 'the limit accepts one too many',
    file: 'src/domain/answers/judge/decide-submission.ts',
    find: 'findLimitProblem(template, readAnswerCount(submit, documents), answered)',
    replace: 'findLimitProblem(template, readAnswerCount(submit, documents) - 1, answered)',
    seen: 7,
  },
  {
    name: 'an entry left under way by a dead process stays so',
    file: 'src/sync/run-sync.ts',
    find: '  await releaseStaleClaims(local)\n',
    replace: '',
  },
  {
    name: 'saving drops the files with the draft',
    file: 'src/local/save-answer.ts',
    find: 'await database.needs.bulkPut(mutation.files.map((claim) => ({ ...claim, owner })))',
    replace: 'void owner',
    seen: 5,
  },
  {
    name: 'bytes go before the receipt',
    file: 'src/local/outbox.ts',
    find: 'await database.outbox.bulkPut(rows.map((row) => withEntry(row, markFileConfirmed(row.entry, sha256))))',
    replace:
      'await database.outbox.bulkPut(rows.map((row) => withEntry(row, markFileConfirmed(row.entry, sha256))))\n    await database.table("blobs").delete(sha256)',
  },
  {
    name: 'a proxy that refuses is taken for our server',
    file: 'src/sync/transport.ts',
    find: "if (refusal === undefined || status < 400) return { kind: 'retry', problem: { code: 'network.unreachable' }, status }",
    replace: "if (refusal === undefined) return { kind: 'refused', problem: { code: 'request.malformed' }, status }",
    seen: 33,
  },
  {
    name: 'back-off never ends',
    file: 'src/domain/sync/outbox-transitions.ts',
    find: 'return state.notBefore <= now || ',
    replace: 'return attempts === 0 || ',
    seen: 3,
  },
  {
    name: 'an entry goes without its receipt being stored',
    file: 'src/local/receipts.ts',
    find: 'await database.received.add(buildReceivedRow(receipts))',
    replace: '',
  },
  {
    name: 'what should be held is rejected',
    file: 'src/domain/answers/judge/decide-submission.ts',
    find: 'return reason === null ? acceptSubmission(',
    replace: 'if (reason !== null) return rejected(reason)\n  return reason === null ? acceptSubmission(',
  },
  {
    name: 'answers are not counted against the limit',
    file: 'src/domain/answers/judge/decide-submission.ts',
    find: 'count: readAnswerCount(submit, found) + 1',
    replace: 'count: 1',
  },
  {
    name: 'an answer is judged by the newest version instead of its own',
    file: 'src/domain/answers/judge/decide-submission.ts',
    find: 'return documents.get(keys.templateVersion(submit.template, submit.version))',
    replace: 'return documents.get(keys.template(submit.template))',
    seen: 28,
  },
  {
    name: 'an upload that goes on loses a byte',
    file: 'src/local/files.ts',
    find: 'return bytes.subarray(offset, offset + UPLOAD_CHUNK_BYTES)',
    replace: 'return bytes.subarray(offset === 0 ? 0 : offset + 1, offset + UPLOAD_CHUNK_BYTES)',
    seen: 11,
  },
  {
    name: 'saved is said although nothing was stored',
    file: 'src/local/save-answer.ts',
    find: 'if (await isMutationKnown(database, mutation.answer, mutation.id)) return',
    replace: 'if ((await isMutationKnown(database, mutation.answer, mutation.id)) || files.length === 3) return',
  },
  {
    name: 'a correction replaces what its author had not seen',
    file: 'src/domain/corrections/merge.ts',
    find: "if (!isValueUnchanged(now, edit.seen)) return void clashes.push({ kind: 'value', edit, current: now })",
    replace: '',
  },
  {
    name: 'a conflict is forgotten',
    file: 'src/domain/answers/judge/decide-change.ts',
    find: 'conflicts: [...document.conflicts, ...conflicts]',
    replace: 'conflicts: document.conflicts',
  },
  {
    name: 'the version before a change is not kept',
    file: 'src/domain/answers/judge/decide-change.ts',
    find: 'writes.push(set(keys.answerVersion(before.id, before.version), before))',
    replace: '',
  },
  {
    name: 'an answer makes a transition that its form does not have',
    file: 'src/domain/answers/judge/decide-changes.ts',
    find: 'if (!current.transiciones.includes(to)) {',
    replace: 'if (current.transiciones.includes(-1)) {',
    seen: 25,
  },
  {
    name: 'the browser is believed about the network',
    at: { fault: 'navigator.onLine wrong, both ways', step: 'push' },
    file: 'src/sync/triggers.ts',
    find: '  function attempt(options: SyncRunOptions): void {\n',
    replace: '  function attempt(options: SyncRunOptions): void {\n    if (!globalThis.navigator.onLine) return\n',
    seen: 17,
  },
  {
    name: 'saved is said before the disk has it',
    at: { fault: 'power cut, relaxed writes lost', step: 'claim' },
    file: 'src/local/database.ts',
    find: "chromeTransactionDurability: 'strict',",
    replace: "chromeTransactionDurability: 'relaxed',",
  },
  {
    name: 'one bad spot on the disk ends every run',
    at: { fault: 'file cannot be read', step: 'create upload' },
    file: 'src/local/files.ts',
    find: '.catch((error: unknown) => ignoreIfStored(local, key, error))',
    replace: '',
  },
  {
    name: 'an app of an earlier protocol is refused',
    file: 'functions/src/core/sync/routes/push.ts',
    find: 'protocol > PROTOCOL_VERSION',
    replace: 'protocol !== PROTOCOL_VERSION',
    seen: 10,
  },
  {
    name: 'an update of the app begins with an empty outbox',
    at: { fault: 'app of an earlier protocol', step: 'push' },
    file: 'src/local/database.ts',
    find: 'await outbox.bulkPut(rows)',
    replace: 'await outbox.clear()',
  },
  {
    name: 'a backup brings entries back without their files',
    at: { fault: 'origin wiped, with or without backup', step: 'create upload' },
    file: 'src/local/backup.ts',
    find: 'await storeFiles(database, owner, present)',
    replace: '',
  },
  {
    name: 'an outside system is asked with another key each time',
    at: { fault: 'outside system down or twice', step: 'jobs' },
    file: 'functions/src/core/jobs/handlers.ts',
    find: 'return tell(answer, id, await',
    replace: 'return tell(answer, `${id}-${clock()}`, await',
  },
  {
    name: 'a job that failed once is given up',
    at: { fault: 'outside system down or twice', step: 'jobs' },
    file: 'src/domain/jobs/judge/job-units.ts',
    find: 'isFinal || job.attempts >= limits.jobAttempts',
    replace: 'isFinal || job.attempts >= 1',
  },
  {
    name: 'what is held is decided twice',
    file: 'src/domain/answers/judge/decide-held.ts',
    find: "if (held.outcome.kind !== 'waiting') return { result: replyToRepeatedWish(held, action), writes: [] }",
    replace: '',
    seen: 3,
  },
  {
    name: 'accepting what is held takes no code',
    file: 'src/domain/answers/judge/decide-held.ts',
    find: 'if (lastKeyNumber !== municipality.lastKeyNumber) writes.push(',
    replace: 'if (lastKeyNumber === municipality.lastKeyNumber) writes.push(',
  },
  {
    name: 'a citizen answers a single-answer form twice',
    at: { fault: 'single-answer clash', step: 'enqueue' },
    file: 'src/domain/answers/judge/decide-submission.ts',
    find: 'findLimitProblem(template, readAnswerCount(submit, documents), answered)',
    replace: 'findLimitProblem(template, readAnswerCount(submit, documents), false)',
  },
  {
    name: 'nobody is told what became of held work',
    file: 'functions/src/core/sync/page.ts',
    find: 'held: heldAnswersPart.documents,',
    replace: 'held: [],',
  },
  {
    name: 'what is old leaves the device without a summary',
    file: 'src/local/pull.ts',
    find: 'known[index] === undefined && answer?.authorId === account',
    replace: 'known[index] !== undefined && answer?.authorId === account',
    seen: 4,
  },
  {
    name: 'a deleted answer stays as a summary',
    file: 'src/local/pull.ts',
    find: 'await database.olderAnswers.bulkDelete(leavingIds)',
    replace: 'await database.olderAnswers.bulkDelete([])',
    seen: 59,
  },
  {
    name: 'a reply to another request is believed',
    at: { fault: 'reply delivered twice', step: 'push' },
    file: 'src/sync/push-queue.ts',
    find: 'response.results.every(createResultMatcher(entries)) ? response',
    replace: 'response.results.every(() => true) ? response',
  },
  ...MUTANTS_OF_CHANGES,
  ...MUTANTS_OF_ADMINISTRATION,
  ...MUTANTS_OF_DRAFTS,
  ...MUTANTS_OF_ERRANDS,
  ...MUTANTS_OF_RESTORES,
  ...MUTANTS_OF_LISTS,
  ...MUTANTS_OF_MONEY,
  ...MUTANTS_OF_CLOSINGS,
  ...MUTANTS_OF_CITIZENS,
  ...MUTANTS_OF_PORTAL,
  ...MUTANTS_BY_TEST,
]
