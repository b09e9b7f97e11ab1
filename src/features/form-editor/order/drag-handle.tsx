import type { KeyboardEvent, RefObject } from 'react'
import { IconGripVertical } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { useEditorStore } from '../store/editor-context.tsx'
import { openMoveDialog } from '../store/editor-store.ts'
import type { DraggedPart } from './drag-data.ts'
import styles from './order.module.css'
import { useMoves } from './use-moves.ts'

/** Id of the page's element that explains how to use a handle. */
export const HANDLE_HELP_ID = 'form-editor-handle-help'

type HandleProps = {
  readonly part: DraggedPart
  readonly name: string
  readonly button: RefObject<HTMLButtonElement | null>
  readonly locked: boolean
}

/** The handle of a part. Users drag it, move the part with the arrow keys, or press it to choose a target. */
export function DragHandle({ part, name, button, locked }: HandleProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const moves = useMoves()
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    moves.by(part, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <button
      ref={button}
      type="button"
      data-handle=""
      className={`r-centred r-square r-fixed r-round r-soft ${styles['handle']}`}
      disabled={locked}
      aria-label={t`Move: ${name}`}
      aria-describedby={HANDLE_HELP_ID}
      onKeyDown={press}
      onClick={() => openMoveDialog(store, part)}
    >
      <IconGripVertical size={22} aria-hidden="true" />
    </button>
  )
}
