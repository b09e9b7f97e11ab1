import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { TemplateId } from '#domain/kernel/index.ts'
import { later, useCan } from '#ui/index.ts'

const ExportDialog = later(async () => (await import('./export-dialog.tsx')).ExportDialog)

/** Opens the export of what the list is narrowed to, for whoever may read answers. */
export function ExportAnswers({ template, code }: { readonly template: TemplateId; readonly code: string }) {
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
      {opened && <ExportDialog template={template} code={code} onClose={() => setOpened(false)} />}
    </>
  )
}
