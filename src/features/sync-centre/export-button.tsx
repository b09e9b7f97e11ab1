import { useState } from 'react'
import { Button, type ButtonVariant } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { toInstant } from '#domain/kernel/index.ts'
import { exportUnsent } from '#local/index.ts'
import { hashSha256 } from '#sync/index.ts'
import { downloadFile, notify, useAccount, useProblemText } from '#ui/index.ts'

/** Downloads all unsent data as one file. Changes nothing on the device. */
export function ExportButton({
  variant,
  disabled = false,
}: {
  readonly variant?: ButtonVariant
  readonly disabled?: boolean
}) {
  const { t } = useLingui()
  const { local } = useAccount()
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    try {
      const now = toInstant(Date.now())
      const bytes = await exportUnsent(local, (part) => hashSha256(crypto, part), now)
      downloadFile(bytes, `relevo-${now.slice(0, 16).replaceAll(':', '-')}.relevo`)
      notify({ tone: 'received', text: t`Backup exported. Keep the file until everything has been received.` })
    } catch {
      notify({ tone: 'attention', text: problemText({ code: 'device.storage-failed' }) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      {...(variant !== undefined && { variant })}
      loading={busy}
      disabled={disabled}
      leftSection={<IconDownload size={20} aria-hidden="true" />}
      onClick={() => void save()}
    >
      <Trans>Export backup</Trans>
    </Button>
  )
}
