import type { Question, Section, TemplateDraft } from '../../documents/index.ts'
import { draftOf } from '../form/to-editor-form.ts'
import type { EditingLocks } from '../editing/locks.ts'
import { isMisnumbered } from '../form/numbering.ts'
import type { FormField, QuestionPlace, TemplateProblem } from '../form/place.ts'
import { contentOf, same } from '../form/same.ts'

/**
 * What a save would change although it may not; empty when it may be saved. The server asks this of the stored template and the new one;
 * the editor disables what would lead to it.
 *
 * A part is known by its place, so a part that was moved is one whose content stands at another place than before, and no longer at its own.
 */
export function checkLocks(
  before: TemplateDraft,
  after: TemplateDraft,
  locks: EditingLocks,
): readonly TemplateProblem[] {
  if (locks.everything)
    return same(draftOf(before), draftOf(after))
      ? []
      : [{ code: 'template.locked', place: { kind: 'field', field: 'titulo' } }]
  return [
    ...(locks.states ? stateChanges(before, after) : []),
    ...(locks.structure ? structureChanges(before, after) : []),
  ]
}

function stateChanges(
  { estados: before }: TemplateDraft,
  { estados: after }: TemplateDraft,
): readonly TemplateProblem[] {
  const names = (states: typeof before) => states.disponibles.map(({ nombre }) => nombre)
  const moved = isRearranged(names(before), names(after)) || before.disponibles.length !== after.disponibles.length
  // A form that came without an initial state may get one: until then it cannot be saved at all.
  const had = before.inicial !== null && before.disponibles.some(({ id }) => id === before.inicial)
  return moved || (had && before.inicial !== after.inicial) ? [atField('template.states-locked', 'estados')] : []
}

function structureChanges(before: TemplateDraft, after: TemplateDraft): readonly TemplateProblem[] {
  // Numbers that mean nothing may be put right; all others are what the answers name their questions by.
  const unnumbered = isMisnumbered(before)
  const [old, now] = [before.secciones, after.secciones]
  const signatures = losesSignatures(before.signatures, after.signatures, unnumbered)
    ? [atField('template.structure-locked', 'signatures')]
    : []
  if (isRestructured(old, now, unnumbered)) return [...signatures, atField('template.structure-locked', 'secciones')]
  return [...signatures, ...sectionsChanges(old, now, unnumbered)]
}

function sectionsChanges(
  old: readonly Section[],
  now: readonly Section[],
  unnumbered: boolean,
): readonly TemplateProblem[] {
  return old.flatMap((section, index) => sectionChanges(section, now[index] ?? section, index, unnumbered))
}

function sectionChanges(
  before: Section,
  after: Section,
  section: number,
  unnumbered: boolean,
): readonly TemplateProblem[] {
  if (before === after) return []
  const at = (field: keyof Section): TemplateProblem => ({
    code: 'template.structure-locked',
    place: { kind: 'section', section, field },
  })
  if (before.conditionalSection !== after.conditionalSection) return [at('conditionalSection')]
  if (before.repetible !== after.repetible) return [at('repetible')]
  const conditions = [before.conditions, after.conditions].map((list) =>
    list.map(({ order, ...condition }) => ({ ...condition, orden: order })),
  )
  if (isRestructured(conditions[0] ?? [], conditions[1] ?? [], unnumbered)) return [at('conditions')]
  if (isRestructured(before.preguntas, after.preguntas, unnumbered)) return [at('preguntas')]
  const own = before.preguntas.flatMap((question, index) => {
    return questionChanges(
      question,
      after.preguntas[index] ?? question,
      { section, condition: null, question: index },
      unnumbered,
    )
  })
  const conditional = before.conditions.flatMap(({ questions: old }, condition): readonly TemplateProblem[] => {
    const now = after.conditions[condition]?.questions ?? []
    if (isRestructured(old, now, unnumbered))
      return [
        { code: 'template.structure-locked', place: { kind: 'condition', section, condition, field: 'questions' } },
      ]
    return old.flatMap((question, index) =>
      questionChanges(question, now[index] ?? question, { section, condition, question: index }, unnumbered),
    )
  })
  return [...own, ...conditional]
}

/** Its type and the kind of its data stay, and so do the options and fields that answers name; new options may follow the old ones. */
function questionChanges(
  before: Question,
  after: Question,
  place: QuestionPlace,
  unnumbered: boolean,
): readonly TemplateProblem[] {
  if (before === after) return []
  const at = (field: keyof Question): readonly TemplateProblem[] => [
    { code: 'template.structure-locked', place: { kind: 'question', ...place, field } },
  ]
  if (before.tipoPregunta !== after.tipoPregunta) return at('tipoPregunta')
  if (before.tipoDato !== after.tipoDato) return at('tipoDato')
  if (losesOptions(before.opciones, after.opciones, unnumbered)) return at('opciones')
  const [old, now] = [before.combinedQuestions ?? [], after.combinedQuestions ?? []]
  const changed =
    isRestructured(old, now, unnumbered) ||
    old.some((item, index) => {
      const other = now[index]
      if (item.type !== 'input' || other?.type !== 'input') return item.type !== other?.type
      return (
        item.tipoPregunta !== other.tipoPregunta ||
        item.tipoDato !== other.tipoDato ||
        losesOptions(item.opciones, other.opciones, unnumbered)
      )
    })
  return changed ? at('combinedQuestions') : []
}

type Numbered = { readonly orden: number }

function isRestructured(before: readonly Numbered[], after: readonly Numbered[], unnumbered: boolean): boolean {
  if (before.length !== after.length) return true
  if (!unnumbered && before.some(({ orden }, index) => orden !== after[index]?.orden)) return true
  return before !== after && isRearranged(before.map(withoutNumber), after.map(withoutNumber))
}

function losesOptions(before: Question['opciones'], after: Question['opciones'], unnumbered: boolean): boolean {
  return isRestructured(before, after.slice(0, before.length), unnumbered)
}

/** Answers name their signatures by number, as they name their questions; more of them may follow. */
function losesSignatures(
  before: TemplateDraft['signatures'],
  after: TemplateDraft['signatures'],
  unnumbered: boolean,
): boolean {
  const [old = [], now = []] = [before, after].map((list) =>
    list.map(({ indexSignature, ...signature }) => ({ ...signature, orden: indexSignature })),
  )
  return isRestructured(old, now.slice(0, old.length), unnumbered)
}

function withoutNumber({ orden: _orden, ...content }: Numbered): object {
  return content
}

/** Whether content stands verbatim at another place and no longer at its own. In one pass: each compared with each, reworded lists would hold the server's thread for seconds. */
function isRearranged(before: readonly unknown[], after: readonly unknown[]): boolean {
  const changed = before.map((_, index) => index).filter((index) => !same(before[index], after[index]))
  if (changed.length < 2) return false
  const old = new Set(changed.map((index) => contentOf(before[index])))
  return changed.some((index) => old.has(contentOf(after[index])))
}

function atField(code: TemplateProblem['code'], field: FormField): TemplateProblem {
  return { code, place: { kind: 'field', field } }
}
