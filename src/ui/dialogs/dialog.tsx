import { Modal, type ModalProps } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useFocusBack } from './use-focus-back.ts'
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
