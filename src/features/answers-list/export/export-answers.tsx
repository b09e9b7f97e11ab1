import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { AnswerFilter } from '#domain/sync/index.ts'
import { later, useCan } from '#ui/index.ts'

const ExportDialog = later(async () => (await import('./export-dialog.tsx')).ExportDialog)

type ExportAnswersProps = {
  readonly template: TemplateId
  readonly filter: AnswerFilter
  /** something narrows the list */
  readonly narrowed: boolean
}

/** Opens the export of what the list is narrowed to, for whoever may read answers. */
export function ExportAnswers({ template, filter, narrowed }: ExportAnswersProps) {
  const can = useCan()
  const [opened, setOpened] = useState(false)
  if (!can('read', 'respuesta')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        onPointerEnter={ExportDialog.preload}
        onClick={() => setOpened(true)}
      >
        <Trans>Export</Trans>
      </Button>
      {opened && (
        <ExportDialog template={template} filter={filter} narrowed={narrowed} onClose={() => setOpened(false)} />
      )}
    </>
  )
}
