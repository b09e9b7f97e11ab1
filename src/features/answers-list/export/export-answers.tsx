import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import type { ListFilter } from '#domain/answers/index.ts'
import { lazyPart, useCan } from '#ui/index.ts'

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog)

type ExportAnswersProps = {
  readonly template: TemplateId
  readonly filter: ListFilter
  /** whether the list has filters */
  readonly narrowed: boolean
  /** exports only these answers, regardless of filters */
  readonly answers?: readonly AnswerId[]
}

/** Opens the export of the filtered list, or of selected answers, for users who may read answers. */
export function ExportAnswersButton({ template, filter, narrowed, answers }: ExportAnswersProps) {
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
        {answers === undefined ? <Trans>Export</Trans> : <Trans>Export results</Trans>}
      </Button>
      {opened && (
        <ExportDialog
          template={template}
          filter={filter}
          narrowed={narrowed}
          answers={answers}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
