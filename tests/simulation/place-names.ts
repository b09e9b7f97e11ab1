import type { Conflict } from '#domain/answers/index.ts'

/** Identifies a conflict by its second change and its place, because conflicts have no id. */
export function placeOf(conflict: Conflict): string {
  if (conflict.kind === 'value') return conflict.address
  if (conflict.kind === 'condition') return `${conflict.section}?${conflict.condition}`
  if (conflict.kind === 'row') return `${conflict.section}#${conflict.row}`
  return conflict.kind === 'rows' ? `${conflict.section}#` : conflict.kind
}

export function isRow(place: string): boolean {
  return place.includes('#')
}

/** The row that contains a question, as a place; undefined: the main row, or none. */
export function rowPlaceOf(place: string): string | undefined {
  const [section, middle, question] = place.split('/')
  return question !== undefined && middle?.startsWith('r') === true ? `${section}#${middle.slice(1)}` : undefined
}

export function sectionOf(place: string): string {
  return /^\d+/.exec(place)?.[0] ?? ''
}

/** The section of an additional row, or of a place in one. */
export function sectionInRows(place: string): string | undefined {
  return isRow(place) || rowPlaceOf(place) !== undefined ? sectionOf(place) : undefined
}
