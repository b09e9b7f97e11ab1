import type { Mutant } from './mutants.ts'

/** The test of assigned numbers. */
const NUMBERS = 'functions/src/embedded/restore/numbers.test.ts'
/** The test of work that comes back to a restored server. */
const RETURN = 'src/sync/bring-back.test.ts'

/** The step that puts a restored backup in place. */
const AT_RESTORE = { fault: 'database restored from a backup', step: 'jobs' } as const

/** Bugs in restored or erased answers, and in codes after a restored backup. */
export const MUTANTS_OF_RESTORES: readonly Mutant[] = [
  {
    name: 'restoring does not count again',
    file: 'src/domain/answers/judge/restore-answer.ts',
    find: '{ count: readAnswerCount(idPlantilla, documents) + 1 }',
    replace: '{ count: readAnswerCount(idPlantilla, documents) }',
  },
  {
    name: 'restoring does not look whether its citizen has answered again',
    at: { fault: 'single-answer clash', step: 'enqueue' },
    file: 'src/domain/answers/judge/restore-answer.ts',
    find: 'findLimitProblem(form, readAnswerCount(idPlantilla, documents), answered)',
    replace: 'findLimitProblem(form, readAnswerCount(idPlantilla, documents), false)',
  },
  {
    name: 'a restored answer does not count for its citizen',
    at: { fault: 'single-answer clash', step: 'enqueue' },
    file: 'src/domain/answers/judge/restore-answer.ts',
    find: '...updateCitizenCounters(listCitizenCounterKeys(idPlantilla, datosCiudadano), documents, 1),',
    replace: '',
  },
  {
    name: 'a restored answer loses its files',
    file: 'src/domain/answers/judge/restore-answer.ts',
    find: 'set(keys.answer(id), answer),',
    replace: 'set(keys.answer(id), { ...answer, files: [] }),',
    seen: 1,
  },
  {
    name: 'a restored answer is erased when its time is over',
    file: 'src/domain/answers/judge/restore-answer.ts',
    find: 'remove(keys.deletedAnswer(id)),',
    replace: '',
  },
  {
    name: 'the history of a restored answer does not tell that it was gone',
    file: 'src/domain/answers/judge/restore-answer.ts',
    find: 'set(keys.answerVersion(id, deletedAnswer.version), deletedAnswer),',
    replace: '',
  },
  {
    name: 'who corrects brings back',
    file: 'src/domain/access/rights.ts',
    find: "ROLE_SUPERVISOR_CORRECTOR: { answers: 'all', rights: { formulario: FORM_RIGHTS, respuesta: ['create',",
    replace:
      "ROLE_SUPERVISOR_CORRECTOR: { answers: 'all', rights: { formulario: FORM_RIGHTS, respuesta: ['restore', 'create',",
  },
  {
    name: 'files of an erased answer are kept',
    file: 'src/domain/answers/judge/erase-answer.ts',
    find: 'return holding?.namedBy?.includes(id) === true ? [set(key, releaseHolding(holding, id, now))] : []',
    replace: 'return holding?.namedBy?.includes(id) === true ? [set(key, holding)] : []',
    seen: 2,
  },
  {
    name: 'of an erased answer its first versions are kept',
    file: 'src/domain/answers/judge/erase-answer.ts',
    find: 'remove(keys.answerVersion(id, newest - index)),',
    replace: 'remove(keys.answerVersion(id, newest)),',
    seen: 2,
  },
  {
    name: 'a device keeps a draft of an erased answer',
    file: 'src/local/erase-person.ts',
    find: 'await database.drafts.bulkDelete([...ids])',
    replace: '',
    seen: 10,
  },
  {
    name: 'a device keeps an unsent change of an erased answer',
    file: 'src/local/erase-person.ts',
    find: 'await database.outbox.bulkDelete(orders)',
    replace: '',
    seen: 10,
  },
  {
    name: 'codes continue from the restored database only',
    at: AT_RESTORE,
    file: 'functions/src/embedded/restore/numbers.ts',
    find: 'raiseSeriesNumberUnit(key, end)',
    replace: 'raiseSeriesNumberUnit(key, 0)',
  },
  {
    name: 'a block is recorded after its first code was used',
    at: AT_RESTORE,
    file: 'functions/src/embedded/restore/numbers.ts',
    find: 'if (number <= (last ?? entry.end)) return undefined',
    replace: 'if (number - 1 <= (last ?? entry.end)) return undefined',
  },
  {
    name: 'a restored backup is not noticed where the server had died',
    file: 'functions/src/embedded/restore/numbers.ts',
    find: 'if (!wasLeftOpen && !existsSync(unclosedMarkerFile)) record(',
    replace: 'if (wasLeftOpen && !existsSync(unclosedMarkerFile)) record(',
    test: NUMBERS,
  },
  {
    name: 'the last numbers of a stop are not taken back by the next code',
    file: 'functions/src/embedded/restore/numbers.ts',
    find: 'if (number <= (last ?? entry.end)) return undefined',
    replace: 'if (number <= entry.end) return undefined',
    test: NUMBERS,
  },
  {
    name: 'a version number that a restored backup lacks is given again',
    file: 'src/domain/templates/judge/next-version.ts',
    find: 'found.get(keys.versionCounter(id))?.count ?? 0',
    replace: '0',
    test: 'functions/src/core/templates/scope-copy-delete.test.ts',
  },
  {
    name: 'a device offers nothing to a restored server',
    file: 'src/sync/bring-back.ts',
    find: 'for (const id of outcome.value.lacking) lacking.add(id)',
    replace: '',
    seen: 8,
  },
  {
    name: 'a pull that starts again clears what a device has kept',
    file: 'src/local/pull.ts',
    find: 'await recordPullStart(database)',
    replace: 'await recordPullStart(database)\n      await database.sent.clear()',
    seen: 16,
  },
  {
    name: 'a restored server takes what was deleted since',
    file: 'functions/src/core/sync/ended.ts',
    find: 'isEnded?.(answer) === true &&',
    replace: 'isEnded?.(answer) === undefined &&',
    test: 'functions/src/core/sync/routes/lacking.test.ts',
  },
  {
    name: 'a change is dropped while its answer is still on the way back',
    file: 'src/local/return-sent.ts',
    find: '(gone.has(id) && !awaited.has(id))',
    replace: 'gone.has(id)',
    test: RETURN,
  },
  {
    name: 'a reply from before a restore is believed after it',
    file: 'src/sync/push-queue.ts',
    find: 'now !== undefined && now !== cursor',
    replace: 'now === null && now !== cursor',
    test: RETURN,
  },
  {
    name: 'new work takes the room of work that a restored server may lack',
    file: 'src/local/clear-sent.ts',
    find: "if ((await database.meta.get('restoreCheck')) !== undefined) return 0",
    replace: '',
    test: 'src/local/sent.test.ts',
  },
]
