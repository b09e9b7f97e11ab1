import { Trans } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { UndoBar } from '#ui/index.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { type RemovedPart, undoStep } from '../store/editor-store.ts'

/** Undo for what was just deleted from the form. */
export function EditorUndo() {
  const store = useEditorStore()
  const removed = useEditor((state) => state.removed)
  return (
    <UndoBar
      what={removed && <WhatWent removed={removed} />}
      verb={<Trans>Restore</Trans>}
      onUndo={() => undoStep(store)}
      onClose={() => store.state.setState({ removed: null })}
    />
  )
}

function WhatWent({ removed: { what, name } }: { readonly removed: RemovedPart }) {
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
    case 'zone':
    case 'promotion':
      return <Trans>Deleted: {name}</Trans>
    default:
      return unreachable(what)
  }
}
