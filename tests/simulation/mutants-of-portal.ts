import type { Mutant } from './mutants.ts'

/** Bugs in citizens' tokens, sessions and permits, and the access that these give. */
export const MUTANTS_OF_PORTAL: readonly Mutant[] = [
  {
    name: 'one token lets two in',
    file: 'src/domain/citizens/judge.ts',
    find: 'if (used !== undefined && !isRepeatedUse(used, attempt, now))',
    replace: 'if (used === undefined && attempt === "")',
    seen: 45,
  },
  {
    name: 'a citizen gets the answer of another',
    file: 'functions/src/core/citizens/own-answers.ts',
    find: "if (answer === undefined || !can(actor, 'read', { kind: 'respuesta', document: answer }))",
    replace: 'if (answer === undefined)',
    seen: 54,
  },
  {
    name: 'a permit is good for any answer to its form',
    file: 'src/domain/answers/judge/caller.ts',
    find: 'purpose === mutation.kind && answer === mutation.answer && id === mutation.id && form === mutation.template',
    replace: 'purpose === mutation.kind && form === mutation.template',
    seen: 9,
  },
  {
    name: 'a citizen is who their device says',
    file: 'src/domain/answers/judge/as-permitted.ts',
    find: 'header: { ...submit.header, citizen, portal }',
    replace: 'header: { citizen, portal, ...submit.header }',
    seen: 18,
  },
  {
    name: 'a session goes on when it was ended',
    file: 'src/domain/citizens/judge.ts',
    find: 'writes: documents.has(key) ? [remove(key)] : []',
    replace: 'writes: []',
    seen: 45,
  },
  {
    name: 'what a citizen is asked is forgotten when the answer was deleted for a while',
    file: 'functions/src/core/answers/while-deleted.ts',
    find: 'if (deleted === undefined) return JOB_NOT_NEEDED',
    replace: 'if (deleted === undefined || true) return JOB_NOT_NEEDED',
    seen: 9,
  },
  {
    name: 'a session outlives its rest',
    file: 'src/domain/citizens/judge.ts',
    find: 'return now < session.expiresAt && now < session.endsAt',
    replace: 'return now < session.endsAt',
    test: 'functions/src/core/citizens/routes/portal.test.ts',
  },
  {
    name: 'a link goes on when something else is asked',
    file: 'src/domain/corrections/link-scope.ts',
    find: 'answer.requestsForChanges.length - 1 === scope.request &&',
    replace: 'scope.request >= 0 ||',
    test: 'functions/src/core/mail/email-citizen.test.ts',
  },
  {
    name: 'a letter of ours is a permit',
    file: 'functions/src/core/signed-text.ts',
    find: 'if (letter !== PURPOSES[purpose] || body === undefined || signature === undefined) return undefined',
    replace: 'if (letter === undefined || body === undefined || signature === undefined) return undefined',
    test: 'functions/src/core/signed-text.test.ts',
  },
]
