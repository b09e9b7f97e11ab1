/** The dragged part and the drop target, in the drag library's untyped records. Only this file accesses the records. */

type PartKind = 'section' | 'condition' | 'question' | 'option'
/** `owner`: key of an option's question */
export type Dragged = { readonly kind: PartKind; readonly key: string; readonly owner?: string }
export type Edge = 'before' | 'after'

/** Drop target: before or after a part of the same kind, or at the end of a list, such as an empty section. */
export type Landing = (Dragged & { readonly edge: Edge }) | { readonly kind: 'end'; readonly parent: string }

type DragRecord = Record<string | symbol, unknown>

const DRAGGED = Symbol('dragged')
const LANDING = Symbol('landing')

export function draggedRecord(dragged: Dragged): DragRecord {
  return { [DRAGGED]: dragged }
}

export function readDragged(data: DragRecord): Dragged | undefined {
  return data[DRAGGED] as Dragged | undefined
}

export function landingRecord(landing: Landing): DragRecord {
  return { [LANDING]: landing }
}

export function readLanding(data: DragRecord): Landing | undefined {
  return data[LANDING] as Landing | undefined
}

/** The half of the element under the pointer. @param y clientY of the pointer */
export function edgeAt(element: Element, y: number): Edge {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2 ? 'before' : 'after'
}
