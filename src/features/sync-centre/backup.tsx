import { useState } from 'react'
import { Group, Button, type ButtonVariant } from '@mantine/core'
import { IconUpload, IconDownload } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { toInstant, type Problem } from '#domain/kernel/index.ts'
import { importUnsentWork, exportUnsentWork, type BackupImportResult } from '#local/index.ts'
import { hashSha256 } from '#sync/index.ts'
import { Banner, FileChooser, PageSection, useAccount, useProblemText, downloadFile, notify } from '#ui/index.ts'

type Outcome =
  | { readonly kind: 'imported'; readonly imported: BackupImportResult }
  | { readonly kind: 'refused'; readonly problem: Problem }

/**
 * Exports unsent answers and drafts as a file, for a device that is broken, full or handed over. Imports such files.
 */
export function UnsentExportSection({ unsent }: { readonly unsent: number }) {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  async function take(file: File): Promise<void> {
    setBusy(true)
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const imported = await importUnsentWork(local, bytes, (part) => hashSha256(crypto, part))
      setOutcome(
        imported.ok ? { kind: 'imported', imported: imported.value } : { kind: 'refused', problem: imported.problem },
      )
      if (imported.ok && imported.value.entries > 0) void sync.saved()
    } catch {
      setOutcome({ kind: 'refused', problem: { code: 'backup.unreadable' } })
    } finally {
      setBusy(false)
    }
  }
  return (
    <PageSection title={t`Backup`}>
      <p>
        <Trans>
          A backup contains your work on this device that the server has not received: answers, drafts, photos and
          signatures. Import it here or on another device with your account. Importing it more than once does not create
          duplicates.
        </Trans>
      </p>
      <Group gap="xs">
        <ExportUnsentButton disabled={unsent === 0} variant="default" />
        <FileChooser
          accept=".relevo"
          label={t`Backup file`}
          loading={busy}
          leftSection={<IconUpload size={20} aria-hidden="true" />}
          onChosen={(file) => void take(file)}
        >
          <Trans>Import backup</Trans>
        </FileChooser>
      </Group>
      <div aria-live="polite">
        {outcome?.kind === 'refused' && <Banner tone="attention">{problemText(outcome.problem)}</Banner>}
        {outcome?.kind === 'imported' && <ImportedSummary imported={outcome.imported} />}
      </div>
    </PageSection>
  )
}

function ImportedSummary({ imported }: { readonly imported: BackupImportResult }) {
  return (
    <Banner tone={imported.missingFiles + imported.unreadable > 0 ? 'attention' : 'received'}>
      <Plural value={imported.entries} one="# answer imported" other="# answers imported" />
      {' · '}
      <Plural value={imported.drafts} one="# draft imported" other="# drafts imported" />
      {imported.known > 0 && (
        <>
          {' · '}
          <Plural value={imported.known} one="# was already on this device" other="# were already on this device" />
        </>
      )}
      {imported.unreadable > 0 && (
        <>
          {' · '}
          <Plural
            value={imported.unreadable}
            one="# could not be read and was not imported. Keep the file: a newer version of the app may read it."
            other="# could not be read and were not imported. Keep the file: a newer version of the app may read them."
          />
        </>
      )}
      {imported.missingFiles > 0 && (
        <>
          {' · '}
          <Plural
            value={imported.missingFiles}
            one="# file is missing from the backup"
            other="# files are missing from the backup"
          />
        </>
      )}
    </Banner>
  )
}

/** Downloads unsent answers and drafts as one file. Changes nothing on the device. */
export function ExportUnsentButton({
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
      const bytes = await exportUnsentWork(local, (part) => hashSha256(crypto, part), now)
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
