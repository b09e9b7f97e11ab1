import type { Mutant } from './mutants.ts'

/** Bugs in corrections of citizens, recipients and assets. */
export const MUTANTS_OF_CITIZENS: readonly Mutant[] = [
  {
    name: 'by a correction somebody answers twice what is answered once',
    file: 'src/domain/answers/judge/other-citizen.ts',
    find: 'if (full !== null) return { ok: false, problem: full }',
    replace: '',
    seen: 59,
  },
  {
    name: 'who is put into an answer is not counted for it',
    file: 'src/domain/answers/judge/other-citizen.ts',
    find: '...moveCitizenCount(idPlantilla, before, after, found),',
    replace: '',
    seen: 3,
  },
  {
    name: 'who is put into an answer is believed without the registry',
    file: 'src/domain/corrections/answer-details.ts',
    find: 'citizen.value === null ? null : markCitizenSource(citizen.value, false)',
    replace: 'citizen.value',
    seen: 3,
  },
  {
    name: 'an asset that is assigned is dropped',
    file: 'src/domain/corrections/answer-details.ts',
    find: '{ ...tie, idIdentificador: identifier.value }',
    replace: 'tie',
    seen: 23,
  },
  {
    name: 'a recipient takes the place of one whom nobody had seen',
    file: 'src/domain/corrections/merge.ts',
    find: 'if (isSeen) {',
    replace: "if (isSeen || kind === 'persona') {",
    test: 'src/domain/answers/judge/correct-citizen.test.ts',
  },
  {
    name: 'what the registry has told counts as somebody’s change',
    file: 'src/domain/corrections/merge.ts',
    find: '(isUnchanged && isChangedBySystem(kind, edit.seen, now))',
    replace: 'false',
    seen: 23,
  },
  {
    name: 'the record of a correction keeps silent about the citizen',
    file: 'src/domain/corrections/place-fields.ts',
    find: '...(citizen === undefined ? {} : { editedCitizen: citizen.value }),',
    replace: '',
    seen: 3,
  },
]
