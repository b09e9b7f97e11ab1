import { Modal, type ModalProps } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'

/** Mantine's modal with a close button that says what it does. The title is the dialog's heading. */
export function Dialog(props: ModalProps) {
  const { t } = useLingui()
  useFocusBack(props.opened)
  // Its <header> is no page banner.
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t`Close`, size: 'var(--r-target)', iconSize: 22 }}
      attributes={{ header: { role: 'presentation' } }}
      {...props}
    />
  )
}

/** The focus goes back to what opened a dialog when a screen takes it away altogether. @param opened it is open now */
function useFocusBack(opened: boolean): void {
  const isOpen = useRef(opened)
  useLayoutEffect(() => {
    isOpen.current = opened
  })
  useLayoutEffect(() => {
    // Of a dialog that takes the place of another: what opened that one, which has it back by now.
    const opener = document.activeElement
    return () => {
      if (isOpen.current && opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
}
