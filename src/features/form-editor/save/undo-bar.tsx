import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { type Removed, undoStep } from '../store/editor-store.ts'
import styles from './save.module.css'

/** What was just deleted, and the way back. It stays until the next change: nobody has to beat a clock. */
export function UndoBar() {
  const { t } = useLingui()
  const store = useEditorStore()
  const removed = useEditor((state) => state.removed)
  return (
    <div role="status">
      {removed !== null && (
        <div className={styles['undo']}>
          <span className={styles['undo-text']}>
            <WhatWent removed={removed} />
          </span>
          <button type="button" className={styles['undo-button']} onClick={() => undoStep(store)}>
            <IconArrowBackUp size={20} aria-hidden="true" />
            <Trans>Bring back</Trans>
          </button>
          <button
            type="button"
            className={styles['undo-button']}
            aria-label={t`Close message`}
            onClick={() => store.state.setState({ removed: null })}
          >
            <IconX size={20} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  )
}

function WhatWent({ removed: { what, name } }: { readonly removed: Removed }) {
  switch (what) {
    case 'section':
      return name === '' ? <Trans>Section deleted</Trans> : <Trans>Section deleted: {name}</Trans>
    case 'condition':
      return name === '' ? <Trans>Condition deleted</Trans> : <Trans>Condition deleted: {name}</Trans>
    case 'question':
      return name === '' ? <Trans>Question deleted</Trans> : <Trans>Question deleted: {name}</Trans>
    case 'option':
      return <Trans>Option deleted: {name}</Trans>
    case 'state':
      return name === '' ? <Trans>State deleted</Trans> : <Trans>State deleted: {name}</Trans>
    case 'signature':
      return name === '' ? <Trans>Signature deleted</Trans> : <Trans>Signature deleted: {name}</Trans>
    default:
      return unreachable(what)
  }
}
