import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { QUESTION_TYPE, type TemplateDraft } from '../documents/index.ts'
import {
  addOptions,
  addQuestion,
  changeQuestionType,
  changeSectionType,
  closeForm,
  draftOf,
  type EditorForm,
  mergeTemplates,
  moveQuestion,
  moveSection,
  openForm,
  questionsOf,
  removeQuestion,
  removeSection,
  removeState,
  setTransitions,
  templateDifference,
  updateForm,
  updateQuestion,
  updateSection,
} from './index.ts'
import { partsOf } from './parts.ts'
import { same } from './same.ts'
import { type Act, acts, draft, keysOf, performAll } from './testing/edits.ts'

/** What somebody else makes of the same version on another device: without my keys. */
function elsewhere(start: TemplateDraft, edit: (form: EditorForm) => EditorForm): TemplateDraft {
  return closeForm(edit(openForm(start, keysOf('elsewhere'))))
}
const doing = (all: readonly Act[]) => (form: EditorForm) => performAll(form, all, keysOf('new'))
const few = fc.tuple(draft, acts, acts)

describe('a merge', () => {
  it('is mine where nobody else changed anything', () => {
    fc.assert(
      fc.property(draft, acts, (start, mine) => {
        const base = openForm(start, keysOf('base'))
        const merged = mergeTemplates(base, doing(mine)(base), start, keysOf('theirs'))
        expect(merged.clashes).toEqual([])
        expect(closeForm(merged.form)).toEqual(closeForm(doing(mine)(base)))
      }),
    )
  })

  it('is theirs where I changed nothing', () => {
    fc.assert(
      fc.property(draft, acts, (start, theirs) => {
        const base = openForm(start, keysOf('base'))
        const saved = elsewhere(start, doing(theirs))
        const merged = mergeTemplates(base, base, saved, keysOf('theirs'))
        expect(merged.clashes).toEqual([])
        expect(closeForm(merged.form)).toEqual(saved)
      }),
    )
  })

  it('of what both did alike is that, without a clash', () => {
    fc.assert(
      fc.property(draft, acts, (start, both) => {
        const base = openForm(start, keysOf('base'))
        const mine = doing(both)(base)
        const merged = mergeTemplates(base, mine, closeForm(mine), keysOf('theirs'))
        expect(merged.clashes).toEqual([])
        expect(closeForm(merged.form)).toEqual(closeForm(mine))
      }),
    )
  })

  it('a second time changes nothing and asks nothing', () => {
    fc.assert(
      fc.property(few, ([start, mine, theirs]) => {
        const base = openForm(start, keysOf('base'))
        const saved = elsewhere(start, doing(theirs))
        const once = mergeTemplates(base, doing(mine)(base), saved, keysOf('theirs'))
        const twice = mergeTemplates(once.base, once.form, saved, keysOf('again'))
        expect(twice.clashes).toEqual([])
        expect(closeForm(twice.form)).toEqual(closeForm(once.form))
      }),
    )
  })

  it.each(['mine', 'theirs'] as const)('loses no value that somebody gave: each stands in the form or in a clash, and clashes go to %s', (side) => {
    fc.assert(
      fc.property(few, ([start, mine, theirs]) => {
        const base = openForm(start, keysOf('base'))
        const own = doing(mine)(base)
        const saved = elsewhere(start, doing(theirs))
        const everything = Object.fromEntries(['form', ...[...partsOf(own).keys()], ...partsOf(base).keys()].map((key) => [key, side]))
        const first = mergeTemplates(base, own, saved, keysOf('theirs'))
        const choices = { ...everything, ...Object.fromEntries(first.clashes.map(({ unit }) => [unit, side])) }
        const merged = mergeTemplates(base, own, saved, keysOf('theirs'), choices)
        const [before, result, sides] = [partsOf(base), partsOf(merged.form), { mine: partsOf(own), theirs: partsOf(merged.base) }]
        const clashing = new Set(merged.clashes.filter(({ field }) => field === null).flatMap(({ key }) => [...insideOf(key, before, sides.mine, sides.theirs)]))
        for (const parts of Object.values(sides)) {
          for (const { key, fields } of parts.values()) {
            if (clashing.has(key)) continue
            for (const [field, value] of Object.entries(fields)) {
              if (field === 'transiciones' || field === 'estados.inicial') continue
              const untouched = before.has(key) && same(before.get(key)?.fields[field], value)
              const clashed = merged.clashes.some((clash) => clash.key === key && clash.field !== null && `${field}.`.startsWith(`${clash.field}.`))
              if (!untouched && !clashed) expect(same(result.get(key)?.fields[field], value)).toBe(true)
            }
          }
        }
        for (const { key, field } of merged.clashes) {
          if (field === null) expect(result.has(key)).toBe(sides[side].has(key))
          else if (!['transiciones', 'estados.inicial'].includes(field)) expect(same(result.get(key)?.fields[field], sides[side].get(key)?.fields[field])).toBe(true)
        }
      }),
    )
  })
})

function insideOf(key: string, ...forms: readonly ReturnType<typeof partsOf>[]): ReadonlySet<string> {
  const inside = new Set([key])
  for (const parts of forms) for (const part of parts.values()) if (part.parent !== null && inside.has(part.parent)) inside.add(part.key)
  return inside
}
