import type { Mutant } from './mutants.ts'

/** Bugs that would send unpublished forms to a tablet, whose user would answer them. */
export const MUTANTS_OF_DRAFTS: readonly Mutant[] = [
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
