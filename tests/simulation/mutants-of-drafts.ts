import type { Mutant } from './mutants.ts'

/** The test of unsent answers that are taken back. */
const TAKE_BACK = 'src/sync/take-back.test.ts'

/** Bugs in unsent answers that their authors take back to a draft or discard. */
const MUTANTS_OF_TAKE_BACKS: readonly Mutant[] = [
  {
    name: 'an answer that is being sent is given back',
    file: 'src/local/discard.ts',
    find: 'canTakeBackEntry(entry, { claimed: byId.has(id), hasUpload })',
    replace: 'canTakeBackEntry(entry, { claimed: byId.has(id) && id === undefined, hasUpload })',
    seen: 5,
  },
  {
    name: 'an answer that may have arrived is given back',
    file: 'src/domain/sync/outbox-transitions.ts',
    find: 'return !frozen && !files.some(',
    replace: 'return !files.some(',
    seen: 9,
  },
  {
    name: 'an answer whose runner died is given back',
    file: 'src/local/outbox.ts',
    find: 'withEntry(row, { ...row.entry, frozen: true })',
    replace: 'withEntry(row, { ...row.entry })',
    test: TAKE_BACK,
  },
  {
    name: 'an answer is given back without its files',
    file: 'src/local/discard.ts',
    find: 'await database.needs.bulkPut(submit.files.map((claim) => ({ ...claim, owner: toDraftOwner(id) })))',
    replace: '',
  },
  {
    name: 'an answer is given back without its signatures',
    file: 'src/local/discard.ts',
    find: 'const restoredDraft = { id, template, version, header, content, startedAt: clock, updatedAt }',
    replace:
      'const restoredDraft = { id, template, version, header: { ...header, signatures: [] }, content, startedAt: clock, updatedAt }',
  },
  {
    name: 'a discarded answer is kept as a draft',
    file: 'src/local/discard.ts',
    find: "if (choice === 'correct') {",
    replace: 'if (choice.length > 0) {',
  },
  {
    name: 'a discarded answer leaves its files',
    file: 'src/local/discard.ts',
    find: 'await releaseFiles(database, `outbox:${row.id}`)',
    replace: '',
    test: TAKE_BACK,
  },
  {
    name: 'an answer that was given back stays in the outbox',
    file: 'src/local/discard.ts',
    find: 'await discardRow(database, first)',
    replace: "if (choice === 'discard') await discardRow(database, first)",
  },
  {
    name: 'an answer is claimed where no network is known',
    file: 'src/sync/run-sync.ts',
    find: 'const isConnectionDoubtful = isOffline?.() === true || Math.abs(clock() - lastFailureAt) < RECENT_FAILURE_MS',
    replace: 'const isConnectionDoubtful = isOffline?.() === true && Math.abs(clock() - lastFailureAt) < 0',
  },
  {
    name: 'an answer whose upload has begun is given back',
    file: 'src/local/discard.ts',
    find: 'const hasUpload = (sha256: string): boolean => begun.has(sha256)',
    replace: 'const hasUpload = (sha256: string): boolean => begun.has(`no ${sha256}`)',
    test: TAKE_BACK,
  },
]

/** Bugs that would send unpublished forms to a tablet, whose user would answer them; and those of unsent answers. */
export const MUTANTS_OF_DRAFTS: readonly Mutant[] = [
  ...MUTANTS_OF_TAKE_BACKS,
  {
    name: 'a draft that is kept is written over the form',
    file: 'src/domain/templates/judge/decide-keep.ts',
    find: 'set(keys.keptDraft(id), next),',
    replace:
      'set(keys.keptDraft(id), next), ...(template === undefined ? [] : [set(keys.template(id), { ...template, ...draft })]),',
  },
  {
    name: 'a draft that is kept is the next version already',
    file: 'src/domain/templates/judge/decide-keep.ts',
    find: 'set(keys.keptCounter(id), { count }),',
    replace:
      'set(keys.keptCounter(id), { count }), ...(template === undefined ? [] : [set(keys.template(id), { ...template, ...draft, version: base + 1 })]),',
  },
  {
    name: 'a draft of a form that was never published is a form',
    file: 'src/domain/templates/judge/decide-keep.ts',
    find: '...buildDraftImageWrites(draft, documents),',
    replace:
      '...buildDraftImageWrites(draft, documents), ...(template !== undefined || places === undefined ? [] : [set(keys.template(id), { ...draft, ...places, id, version: 1, timeStamp: now, deleted: false })]),',
  },
]
