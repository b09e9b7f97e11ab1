import { useCallback, useMemo } from 'react'
import { useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import {
  type MoveDirection,
  type MoveResult,
  moveConditionBy,
  moveQuestionBy,
  moveQuestionTo,
  moveSectionBy,
  moveSectionTo,
} from '../actions/move.ts'
import { moveOptionBy } from '../actions/options.ts'
import { useEditorStore } from '../store/editor-context.tsx'
import { announceInEditor } from '../store/editor-store.ts'
import type { DraggedPart } from './drag-data.ts'

/** Moves by keyboard, menu and dialog, with announcements. */
export function useMoves() {
  const store = useEditorStore()
  const tell = useAnnounceMove()
  return useMemo(() => {
    const announce = (moveResult: MoveResult | null): void => {
      if (moveResult !== null) tell(moveResult)
    }
    return {
      by: ({ kind, key, owner = '' }: DraggedPart, direction: MoveDirection): void => {
        switch (kind) {
          case 'section':
            return announce(moveSectionBy(store, key, direction))
          case 'condition':
            return announce(moveConditionBy(store, key, direction))
          case 'question':
            return announce(moveQuestionBy(store, key, direction))
          case 'option':
            return announce(moveOptionBy(store, owner, key, direction))
          default:
            return unreachable(kind)
        }
      },
      sectionTo: (key: string, index: number): void => announce(moveSectionTo(store, key, index)),
      questionTo: (key: string, parent: string, index: number): void =>
        announce(moveQuestionTo(store, key, { parent, index })),
    }
  }, [store, tell])
}

/** Announces a part's new position to screen readers. */
export function useAnnounceMove(): (moveResult: MoveResult) => void {
  const store = useEditorStore()
  const { t } = useLingui()
  return useCallback(
    (moveResult) => {
      const { position } = moveResult
      if (moveResult.kind !== 'question') return announceInEditor(store, t`Moved to position ${position}`)
      const { section, condition } = moveResult
      announceInEditor(
        store,
        condition === null
          ? t`Moved to position ${position} of section ${section}`
          : t`Moved to position ${position} of section ${section}, condition ${condition}`,
      )
    },
    [store, t],
  )
}
