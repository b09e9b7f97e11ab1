import { Modal, type ModalProps } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'
import { registerOpenDialog } from './open-dialogs.ts'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import './dialog.module.css'

/** Mantine's modal with a labelled close button. The title is the dialog's heading. */
export function Dialog(props: ModalProps) {
  const { t } = useLingui()
  const { opened } = props
  useFocusBack(opened)
  useLayoutEffect(() => (opened ? registerOpenDialog() : undefined), [opened])
  // Mantine's <header> must not be announced as the page's banner.
  return (
    <Modal
      centered
      radius="md"
      padding="lg"
      transitionProps={{ duration: 120, transition: 'fade' }}
      overlayProps={{ backgroundOpacity: 0.6 }}
      closeButtonProps={{ 'aria-label': t`Close`, size: 'var(--r-target)', iconSize: 22 }}
      attributes={{ header: { role: 'presentation' } }}
      {...props}
    />
  )
}

/**
 * Returns the focus to the opener when a screen removes an open dialog.
 * @param opened whether it is open
 */
function useFocusBack(opened: boolean): void {
  const isOpen = useRef(opened)
  useLayoutEffect(() => {
    isOpen.current = opened
  })
  useLayoutEffect(() => {
    // The focused element opened this dialog. If this dialog replaces another, the element opened the other dialog.
    const opener = document.activeElement
    return () => {
      if (isOpen.current && opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
}
