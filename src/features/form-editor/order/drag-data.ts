/** The dragged part and the drop target, in the drag library's untyped records. Only this file accesses the records. */

type PartKind = 'section' | 'condition' | 'question' | 'option'
/** `owner`: key of an option's question */
export type DraggedPart = { readonly kind: PartKind; readonly key: string; readonly owner?: string }
export type DropEdge = 'before' | 'after'

/** Drop target: before or after a part of the same kind, or at the end of a list, such as an empty section. */
export type DropTarget = (DraggedPart & { readonly edge: DropEdge }) | { readonly kind: 'end'; readonly parent: string }

type DragRecord = Record<string | symbol, unknown>

const DRAGGED = Symbol('dragged')
const LANDING = Symbol('landing')

export function toDraggedRecord(dragged: DraggedPart): DragRecord {
  return { [DRAGGED]: dragged }
}

export function readDraggedPart(data: DragRecord): DraggedPart | undefined {
  return data[DRAGGED] as DraggedPart | undefined
}

export function toDropTargetRecord(landing: DropTarget): DragRecord {
  return { [LANDING]: landing }
}

export function readDropTarget(data: DragRecord): DropTarget | undefined {
  return data[LANDING] as DropTarget | undefined
}

/** The half of the element under the pointer. @param y clientY of the pointer */
export function findDropEdge(element: Element, y: number): DropEdge {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2 ? 'before' : 'after'
}
