import type { EditorCondition, EditorForm, EditorQuestion, EditorSection } from '#domain/templates/index.ts'

type Part = { readonly key: string }

/**
 * Finds what an undo step has changed, by comparing objects by identity.
 * @returns the key of the changed section, condition or question in `after`, or null
 */
export function findChangedPart(before: EditorForm, after: EditorForm): string | null {
  return findChangedElement(before.secciones, after.secciones, findChangeInSection)
}

function findChangeInSection(before: EditorSection, after: EditorSection): string | null {
  const inQuestions = findChangedElement<EditorQuestion>(before.preguntas, after.preguntas, () => null)
  return inQuestions ?? findChangedElement(before.conditions, after.conditions, findChangeInCondition)
}

function findChangeInCondition(before: EditorCondition, after: EditorCondition): string | null {
  return findChangedElement<EditorQuestion>(before.questions, after.questions, () => null)
}

/** The first part that is new, changed or moved. If a part was removed, the part that is now at its position. */
function findChangedElement<T extends Part>(
  before: readonly T[],
  after: readonly T[],
  within: (before: T, after: T) => string | null,
): string | null {
  if (before === after) return null
  const was = new Map(before.map((part) => [part.key, part]))
  const is = new Set(after.map(({ key }) => key))
  for (const part of after) {
    const old = was.get(part.key)
    if (old === undefined) return part.key
    if (old !== part) return within(old, part) ?? part.key
  }
  const deletedCount = before.findIndex(({ key }) => !is.has(key))
  const moved = after.findIndex((part, index) => part !== before[index])
  const position = deletedCount === -1 ? moved : deletedCount
  return (after[position] ?? after.at(-1))?.key ?? null
}
