import { useEffect, useRef } from 'react'
import { Button, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { downloadFile } from '../page/download.ts'
import styles from './security.module.css'

type RecoveryCodeListProps = {
  readonly codes: readonly string[]
  /** called once the user has stored the codes */
  readonly onKept: () => void
}

/** Recovery codes, shown only once. */
export function RecoveryCodeList({ codes, onKept }: RecoveryCodeListProps) {
  const { t } = useLingui()
  const start = useRef<HTMLParagraphElement>(null)
  // Sets the focus, as the focused element was replaced.
  useEffect(() => start.current?.focus(), [])
  const save = () => {
    const text = [t`Recovery codes for Relevo. Each works once.`, '', ...codes, ''].join('\n')
    downloadFile(text, t`relevo-recovery-codes.txt`, 'text/plain')
  }
  return (
    <Stack gap="md">
      <p ref={start} tabIndex={-1}>
        <Trans>
          Store these recovery codes in a safe place. If you lose your phone or key, each code lets you sign in once.
          They will not be shown again.
        </Trans>
      </p>
      <ul className={`r-pad-12 r-mono r-grid ${styles['codes']}`} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" leftSection={<IconDownload size={20} aria-hidden="true" />} onClick={save}>
          <Trans>Download</Trans>
        </Button>
        <Button onClick={onKept}>
          <Trans>I have saved them</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
