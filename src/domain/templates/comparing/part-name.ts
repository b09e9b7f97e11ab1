import { getPartText } from './part-text.ts'
import type { FormPart, PartKind, FormParts } from './parts.ts'

/** Name of a part for users: its text and the texts of its ancestors, outermost first. */
export type FormPartName = {
  readonly kind: 'form' | PartKind
  /** value of titulo, condition, texto, nombre, name or content; empty if missing */
  readonly text: string
  /** index of the part in its list; 0 for the form */
  readonly place: number
  readonly within: readonly { readonly kind: PartKind; readonly text: string; readonly place: number }[]
}

export function buildFormPartName(parts: FormParts, part: FormPart): FormPartName {
  const { kind } = part
  return {
    kind,
    text: getPartText(part),
    place: getPositionInParent(parts, part),
    within: listEnclosingParts(parts, part),
  }
}

function listEnclosingParts(parts: FormParts, { parent }: FormPart): FormPartName['within'] {
  const around = parent === null ? undefined : parts.get(parent)
  if (around === undefined || around.kind === 'form') return []
  return [
    ...listEnclosingParts(parts, around),
    { kind: around.kind, text: getPartText(around), place: getPositionInParent(parts, around) },
  ]
}

function getPositionInParent(parts: FormParts, { key, kind, parent }: FormPart): number {
  if (kind === 'form' || parent === null) return 0
  return parts.get(parent)?.children[kind]?.indexOf(key) ?? 0
}
