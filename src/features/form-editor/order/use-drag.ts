import { type RefObject, useEffect } from 'react'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import {
  type DraggedPart,
  readDraggedPart,
  toDraggedRecord,
  findDropEdge,
  readDropTarget,
  toDropTargetRecord,
} from './drag-data.ts'
import styles from './order.module.css'

type DragParts = {
  readonly card: RefObject<HTMLElement | null>
  readonly handle: RefObject<HTMLElement | null>
  /** name shown under the pointer while dragging, instead of a picture of the whole card */
  readonly name: () => string
  readonly locked: boolean
}

/**
 * Makes a part draggable by its handle, to a place before or after a part of the same kind. A data attribute shows the
 * drop indicator, without rendering.
 */
export function useDrag({ kind, key, owner = '' }: DraggedPart, { card, handle, name, locked }: DragParts): void {
  useEffect(() => {
    const [element, dragHandle] = [card.current, handle.current]
    if (element === null || dragHandle === null || locked) return
    const mark = (edge: string | undefined): void => {
      if (edge === undefined) delete element.dataset['landing']
      else element.dataset['landing'] = edge
    }
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => toDraggedRecord({ kind, key, owner }),
        onGenerateDragPreview: ({ nativeSetDragImage }) => {
          const getOffset = pointerOutsideOfPreview({ x: '16px', y: '8px' })
          setCustomNativeDragPreview({
            nativeSetDragImage,
            getOffset,
            render: ({ container }) => paintPreview(container, name()),
          })
        },
        onDragStart: () => void (element.dataset['dragged'] = 'true'),
        onDrop: () => void delete element.dataset['dragged'],
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => {
          const dragged = readDraggedPart(source.data)
          return dragged?.kind === kind && dragged.owner === owner
        },
        getData: ({ input }) => toDropTargetRecord({ kind, key, owner, edge: findDropEdge(element, input.clientY) }),
        getIsSticky: () => true,
        onDrag: ({ self, source, location }) => {
          const landing = readDropTarget(self.data)
          const innermost = location.current.dropTargets[0]?.element === element
          const itself = readDraggedPart(source.data)?.key === key
          mark(landing?.kind === kind && innermost && !itself ? landing.edge : undefined)
        },
        onDragLeave: () => mark(undefined),
        onDrop: () => mark(undefined),
      }),
    )
  }, [card, handle, key, kind, locked, name, owner])
}

/** Makes the end of a list a drop target for questions, for example of an empty or folded list. */
export function useDropAtEnd(target: RefObject<HTMLElement | null>, parent: string, locked: boolean): void {
  useEffect(() => {
    const element = target.current
    if (element === null || locked) return
    const leave = (): void => void delete element.dataset['landing']
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => readDraggedPart(source.data)?.kind === 'question',
      getData: () => toDropTargetRecord({ kind: 'end', parent }),
      onDragEnter: () => void (element.dataset['landing'] = 'here'),
      onDragLeave: leave,
      onDrop: leave,
    })
  }, [locked, parent, target])
}

function paintPreview(container: HTMLElement, name: string): void {
  const preview = document.createElement('div')
  preview.className = styles['preview'] ?? ''
  preview.textContent = name
  container.append(preview)
}
