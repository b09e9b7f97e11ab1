import { textOf } from './text-of.ts'
import type { Part, PartKind, Parts } from './parts.ts'

/** Human-readable name of a part: its text and the texts of its ancestors, outermost first. */
export type PartName = {
  readonly kind: 'form' | PartKind
  /** titulo, condition, texto, nombre, name or content; empty when missing */
  readonly text: string
  /** index in its list, 0 for the form */
  readonly place: number
  readonly within: readonly { readonly kind: PartKind; readonly text: string; readonly place: number }[]
}

export function nameOf(parts: Parts, part: Part): PartName {
  const { kind } = part
  return { kind, text: textOf(part), place: placeOf(parts, part), within: withinOf(parts, part) }
}

function withinOf(parts: Parts, { parent }: Part): PartName['within'] {
  const around = parent === null ? undefined : parts.get(parent)
  if (around === undefined || around.kind === 'form') return []
  return [...withinOf(parts, around), { kind: around.kind, text: textOf(around), place: placeOf(parts, around) }]
}

function placeOf(parts: Parts, { key, kind, parent }: Part): number {
  if (kind === 'form' || parent === null) return 0
  return parts.get(parent)?.children[kind]?.indexOf(key) ?? 0
}
