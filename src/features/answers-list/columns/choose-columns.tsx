import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { lazyPart } from '#ui/index.ts'
import type { ChosenColumns } from './use-chosen-columns.ts'

const ColumnsDialog = lazyPart(async () => (await import('./columns-dialog.tsx')).ColumnsDialog)

type ChooseColumnsProps = {
  /** the form with its questions; undefined or null if it is not on this device */
  readonly template: FormTemplate | null | undefined
  readonly columns: ChosenColumns
}

/** Selects questions of the form as columns of the list, per user. */
export function ChooseColumns({ template, columns }: ChooseColumnsProps) {
  const [opened, setOpened] = useState(false)
  if (template === null || template === undefined) return null
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconColumns3 size={20} aria-hidden="true" />}
        onPointerEnter={ColumnsDialog.preload}
        onClick={() => setOpened(true)}
      >
        <Trans>Columns</Trans>
      </Button>
      {opened && <ColumnsDialog template={template} columns={columns} onClose={() => setOpened(false)} />}
    </>
  )
}
