import type { ReactNode } from 'react'
import { Group } from '@mantine/core'
import styles from './dialog.module.css'

/** The buttons at the end of a dialog. They stay visible while the dialog scrolls. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" className={styles['foot'] ?? ''}>
      {children}
    </Group>
  )
}
