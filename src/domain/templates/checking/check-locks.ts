import type { Question } from '../../questions/documents.ts'
import type { Section } from '../documents/section.ts'
import type { TemplateDraft } from '../documents/template.ts'
import { pickDraftFields } from '../form/to-editor-form.ts'
import type { EditingLocks } from '../editing/locks.ts'
import { hasAmbiguousNumbers } from '../form/numbering.ts'
import type { FormField, QuestionPlace, TemplateProblem } from '../form/place.ts'
import { isDeepEqual, buildTrimmedFingerprint } from '../form/same.ts'

/**
 * Returns the changes of a form that its locks forbid; empty if the form may be saved. The server compares the stored
 * form with the new one; the editor also disables the locked controls. Parts are identified by their position in a
 * list. Parts that were moved are recognised by comparing contents (`isRearranged`).
 */
export function checkLocks(
  before: TemplateDraft,
  after: TemplateDraft,
  locks: EditingLocks,
): readonly TemplateProblem[] {
  if (locks.everything)
    return isDeepEqual(withoutSale(pickDraftFields(before)), withoutSale(pickDraftFields(after)))
      ? []
      : [{ code: 'template.locked', place: { kind: 'field', field: 'titulo' } }]
  return [
    ...(locks.states ? findStateChanges(before, after) : []),
    ...(locks.structure ? findStructureChanges(before, after) : []),
  ]
}

/** Returns a draft without the fields that may always change: charge, prices, ticket sale and retention period. */
function withoutSale(draft: TemplateDraft): TemplateDraft {
  const removePrices = (question: Question): Question => ({
    ...question,
    precio: undefined,
    opciones: question.opciones.map((option) => ({ ...option, precio: undefined })),
  })
  const secciones = draft.secciones.map((section) => ({
    ...section,
    preguntas: section.preguntas.map(removePrices),
    conditions: section.conditions.map((condition) => ({
      ...condition,
      questions: condition.questions.map(removePrices),
    })),
  }))
  return { ...draft, secciones, charge: undefined, ticketSale: undefined, retention: undefined }
}

function findStateChanges(
  { estados: before }: TemplateDraft,
  { estados: after }: TemplateDraft,
): readonly TemplateProblem[] {
  const names = (states: typeof before) => states.disponibles.map(({ nombre }) => nombre)
  const hasMoved = isRearranged(names(before), names(after)) || before.disponibles.length !== after.disponibles.length
  // A form imported without an initial state may get one, because it cannot be saved otherwise.
  const hadInitialState = before.inicial !== null && before.disponibles.some(({ id }) => id === before.inicial)
  return hasMoved || (hadInitialState && before.inicial !== after.inicial)
    ? [buildFieldProblem('template.states-locked', 'estados')]
    : []
}

function findStructureChanges(before: TemplateDraft, after: TemplateDraft): readonly TemplateProblem[] {
  // Ambiguous numbers may be corrected. Unambiguous numbers identify questions in answers, so they must not change.
  const unnumbered = hasAmbiguousNumbers(before)
  const [old, now] = [before.secciones, after.secciones]
  const signatures = losesSignatures(before.signatures, after.signatures, unnumbered)
    ? [buildFieldProblem('template.structure-locked', 'signatures')]
    : []
  if (isRestructured(old, now, unnumbered))
    return [...signatures, buildFieldProblem('template.structure-locked', 'secciones')]
  return [...signatures, ...findSectionsChanges(old, now, unnumbered)]
}

function findSectionsChanges(
  old: readonly Section[],
  now: readonly Section[],
  unnumbered: boolean,
): readonly TemplateProblem[] {
  return old.flatMap((section, index) => findSectionChanges(section, now[index] ?? section, index, unnumbered))
}

function findSectionChanges(
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
  // A conditional section that is marked as repeatable never had rows, and can be saved only without that mark.
  if (before.repetible !== after.repetible && !(before.repetible && before.conditionalSection)) return [at('repetible')]
  const conditions = [before.conditions, after.conditions].map((list) =>
    list.map(({ order, ...condition }) => ({ ...condition, orden: order })),
  )
  if (isRestructured(conditions[0] ?? [], conditions[1] ?? [], unnumbered)) return [at('conditions')]
  if (isRestructured(before.preguntas, after.preguntas, unnumbered)) return [at('preguntas')]
  const ownProblems = before.preguntas.flatMap((question, index) => {
    return findQuestionChanges(
      question,
      after.preguntas[index] ?? question,
      { section, condition: null, question: index },
      unnumbered,
    )
  })
  const conditionProblems = before.conditions.flatMap(({ questions: old }, condition): readonly TemplateProblem[] => {
    const now = after.conditions[condition]?.questions ?? []
    if (isRestructured(old, now, unnumbered))
      return [
        { code: 'template.structure-locked', place: { kind: 'condition', section, condition, field: 'questions' } },
      ]
    return old.flatMap((question, index) =>
      findQuestionChanges(question, now[index] ?? question, { section, condition, question: index }, unnumbered),
    )
  })
  return [...ownProblems, ...conditionProblems]
}

/**
 * Finds locked changes of a question: it must keep its type, data type, and the options and fields to which answers
 * refer. Options may be added.
 */
function findQuestionChanges(
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
  if (losesNumbers(before.opciones, after.opciones, unnumbered)) return at('opciones')
  const [old, now] = [before.combinedQuestions ?? [], after.combinedQuestions ?? []]
  const changed =
    isRestructured(old, now, unnumbered) ||
    old.some((item, index) => {
      const other = now[index]
      if (item.type !== 'input' || other?.type !== 'input') return item.type !== other?.type
      return (
        item.tipoPregunta !== other.tipoPregunta ||
        item.tipoDato !== other.tipoDato ||
        losesNumbers(item.opciones, other.opciones, unnumbered)
      )
    })
  return changed ? at('combinedQuestions') : []
}

type Numbered = { readonly orden: number }

function isRestructured(before: readonly Numbered[], after: readonly Numbered[], unnumbered: boolean): boolean {
  return before.length !== after.length || losesNumbers(before, after, unnumbered)
}

/** Checks whether a list lost or renumbered elements; elements may be added at the end. */
function losesNumbers(before: readonly Numbered[], after: readonly Numbered[], unnumbered: boolean): boolean {
  if (before.length > after.length) return true
  if (!unnumbered && before.some(({ orden }, index) => orden !== after[index]?.orden)) return true
  return before !== after && isRearranged(before, after)
}

/** Checks whether signatures lost their numbers, to which answers refer. Signatures may be added. */
function losesSignatures(
  before: TemplateDraft['signatures'],
  after: TemplateDraft['signatures'],
  unnumbered: boolean,
): boolean {
  const [old = [], now = []] = [before, after].map((list) =>
    list.map(({ indexSignature, ...signature }) => ({ ...signature, orden: indexSignature })),
  )
  return losesNumbers(old, now, unnumbered)
}

/**
 * Checks whether parts of a list were rearranged: contents were exchanged in a cycle of positions, or a part was moved
 * beyond the old end of a longer list. A chain without a cycle is no rearrangement, for example if each part gets the
 * next part's old name. Compares trimmed texts in one pass, because comparing all pairs of a reworded list would block
 * the server for seconds.
 */
function isRearranged(before: readonly unknown[], after: readonly unknown[]): boolean {
  const textOf = createTextReader(before[0])
  const [old, now] = [before.map(textOf), after.map(textOf)]
  const changed = before.flatMap((from, index) => {
    const to = after[index]
    const stays = index >= after.length || (old[index] === now[index] && dropNumber(from) === dropNumber(to))
    return stays ? [] : [{ from, to, text: old[index] ?? '' }]
  })
  if (changed.length < 2) return false
  // A part whose texts no longer exist was not moved. This skips most comparisons in a reworded list.
  const here = new Set(now)
  const steps = changed
    .filter(({ text }) => here.has(text))
    .map(({ from, to }) => ({ from: dropNumber(from), to: dropNumber(to) }))
  const left = new Set(steps.map(({ from }) => from))
  return after.slice(before.length).some((part) => left.has(dropNumber(part))) || hasCycle(steps)
}

/** Returns the content of a part without its number, as a string. */
function dropNumber(part: unknown): string {
  if (typeof part !== 'object' || part === null) return buildTrimmedFingerprint(part)
  const { orden: _orden, ...content } = part as Numbered
  return buildTrimmedFingerprint(content)
}

/**
 * Returns a function that joins all texts of a part, at the paths where `like` has texts. Parts with equal contents
 * have equal joined texts.
 */
function createTextReader(example: unknown): (part: unknown) => string {
  if (typeof example !== 'object' || example === null) return (part) => (typeof part === 'string' ? part.trim() : '')
  const members = Object.entries(Array.isArray(example) ? example.slice(0, 1) : example)
  const memberReaders = members.map(([name, member]) => [name, createTextReader(member)] as const)
  return (part) =>
    memberReaders.map(([name, read]) => read((part as Readonly<Record<string, unknown>> | undefined)?.[name])).join()
}

/** Checks for a cycle in the steps: repeatedly removes steps without a successor, and checks whether steps remain. */
function hasCycle(steps: readonly { readonly from: string; readonly to: string }[]): boolean {
  const outgoingTransitions = new Map<string, number>()
  const incomingTransitions = new Map<string, string[]>()
  for (const { from, to } of steps) {
    outgoingTransitions.set(from, (outgoingTransitions.get(from) ?? 0) + 1)
    const sources = incomingTransitions.get(to)
    if (sources === undefined) incomingTransitions.set(to, [from])
    else sources.push(from)
  }
  const ends = [...incomingTransitions.keys()].filter((to) => !outgoingTransitions.has(to))
  let remaining = steps.length
  for (const end of ends) {
    for (const from of incomingTransitions.get(end) ?? []) {
      remaining -= 1
      const rest = (outgoingTransitions.get(from) ?? 0) - 1
      outgoingTransitions.set(from, rest)
      if (rest === 0) ends.push(from)
    }
  }
  return remaining > 0
}

function buildFieldProblem(code: TemplateProblem['code'], field: FormField): TemplateProblem {
  return { code, place: { kind: 'field', field } }
}
