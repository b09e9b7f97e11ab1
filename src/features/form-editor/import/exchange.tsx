import { IconDownload } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { exportTemplate } from '#domain/template-file/index.ts'
import { toTemplateDraft } from '#domain/templates/index.ts'
import { Dialog, downloadFile, PageSection } from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import styles from './exchange.module.css'
import { formExportFileName } from './file-name.ts'
import { ImportPart } from './import-part.tsx'

/** Dialog to start a form with the import of a file. */
export function ImportFormDialog(props: ToolProps) {
  const { t } = useLingui()
  return (
    <Dialog opened onClose={props.onClose} title={t`Form from a file`} size="xl">
      <ImportPart {...props} />
    </Dialog>
  )
}

/** Dialog to export the form to a file or import a file. */
export function ExportImportDialog(props: ToolProps) {
  const { t } = useLingui()
  const { form, onClose } = props
  const save = (): void =>
    downloadFile(exportTemplate(toTemplateDraft(form)), formExportFileName(form.titulo), 'application/json')
  return (
    <Dialog opened onClose={onClose} title={t`Import and export`} size="xl">
      <Stack gap="xs" className={styles['parts'] ?? ''}>
        <PageSection title={t`Export`}>
          <p className="r-soft">
            <Trans>
              A file with the whole form as it is in the editor now, without its answers. You can keep it, send it, or
              import it into another Relevo.
            </Trans>
          </p>
          <div>
            <Button variant="default" leftSection={<IconDownload size={20} aria-hidden="true" />} onClick={save}>
              <Trans>Export this form</Trans>
            </Button>
          </div>
        </PageSection>
        <ImportPart {...props} />
      </Stack>
    </Dialog>
  )
}
