import { partText } from './part-text.ts'
import type { FormPart, PartKind, FormParts } from './parts.ts'

/** Human-readable name of a part: its text and the texts of its ancestors, outermost first. */
export type FormPartName = {
  readonly kind: 'form' | PartKind
  /** titulo, condition, texto, nombre, name or content; empty when missing */
  readonly text: string
  /** index in its list, 0 for the form */
  readonly place: number
  readonly within: readonly { readonly kind: PartKind; readonly text: string; readonly place: number }[]
}

export function namePart(parts: FormParts, part: FormPart): FormPartName {
  const { kind } = part
  return { kind, text: partText(part), place: positionInParent(parts, part), within: enclosingParts(parts, part) }
}

function enclosingParts(parts: FormParts, { parent }: FormPart): FormPartName['within'] {
  const around = parent === null ? undefined : parts.get(parent)
  if (around === undefined || around.kind === 'form') return []
  return [
    ...enclosingParts(parts, around),
    { kind: around.kind, text: partText(around), place: positionInParent(parts, around) },
  ]
}

function positionInParent(parts: FormParts, { key, kind, parent }: FormPart): number {
  if (kind === 'form' || parent === null) return 0
  return parts.get(parent)?.children[kind]?.indexOf(key) ?? 0
}
