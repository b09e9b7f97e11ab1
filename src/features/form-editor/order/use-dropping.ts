import { useEffect } from 'react'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { unreachable } from '#domain/kernel/index.ts'
import { findCondition, findQuestion, findOptions, listQuestionsIn } from '#domain/templates/index.ts'
import { type MoveResult, moveConditionTo, moveQuestionTo, moveSectionTo } from '../actions/move.ts'
import { moveOptionTo } from '../actions/options.ts'
import type { EditorStore } from '../store/editor-store.ts'
import { type DraggedPart, readDraggedPart, type DropTarget, readDropTarget } from './drag-data.ts'

/** Handles drops for the whole editor. @param onMoved announces the new position */
export function useDropping(store: EditorStore, onMoved: (moveResult: MoveResult) => void): void {
  useEffect(
    () =>
      combine(
        autoScrollWindowForElements(),
        monitorForElements({
          canMonitor: ({ source }) => readDraggedPart(source.data) !== undefined,
          onDrop: ({ source, location }) => {
            const dragged = readDraggedPart(source.data)
            const landing = readDropTarget(location.current.dropTargets[0]?.data ?? {})
            if (dragged === undefined || landing === undefined) return
            const moveResult = dropPart(store, dragged, landing)
            if (moveResult !== null) onMoved(moveResult)
          },
        }),
      ),
    [onMoved, store],
  )
}

/** @returns the new position; null if the move is not allowed or changes nothing */
export function dropPart(
  store: EditorStore,
  { kind, key, owner = '' }: DraggedPart,
  landing: DropTarget,
): MoveResult | null {
  const { form } = store.state.getState()
  if (landing.kind === 'end') {
    if (kind !== 'question') return null
    const others = listQuestionsIn(form, landing.parent)?.filter((question) => question.key !== key) ?? []
    return moveQuestionTo(store, key, { parent: landing.parent, index: others.length }, 'none')
  }
  if (landing.kind !== kind) return null
  switch (kind) {
    case 'section':
      return moveSectionTo(store, key, computeTargetIndex(form.secciones, key, landing), 'none')
    case 'condition': {
      const conditions = findCondition(form, landing.key)?.section.conditions ?? []
      // Conditions cannot leave their section, as they belong to its question.
      if (!conditions.some((condition) => condition.key === key)) return null
      return moveConditionTo(store, key, computeTargetIndex(conditions, key, landing), 'none')
    }
    case 'question': {
      const parent = findQuestion(form, landing.key)?.parent
      if (parent === undefined) return null
      return moveQuestionTo(
        store,
        key,
        { parent, index: computeTargetIndex(listQuestionsIn(form, parent) ?? [], key, landing) },
        'none',
      )
    }
    case 'option':
      return landing.owner === owner
        ? moveOptionTo(store, owner, key, computeTargetIndex(findOptions(form, owner), key, landing))
        : null
    default:
      return unreachable(kind)
  }
}

type NeighbourTarget = Exclude<DropTarget, { readonly kind: 'end' }>

/** Index before or after another part of the list, not counting the moved part. */
function computeTargetIndex(
  list: readonly { readonly key: string }[],
  moved: string,
  { key, edge }: NeighbourTarget,
): number {
  if (key === moved) return list.findIndex((item) => item.key === moved)
  const index = list.filter((item) => item.key !== moved).findIndex((item) => item.key === key)
  return edge === 'before' ? index : index + 1
}
