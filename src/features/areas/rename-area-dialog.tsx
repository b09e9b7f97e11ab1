import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { renameArea } from '#domain/api/index.ts'
import type { ListedArea } from '#domain/places/index.ts'
import { FormDialog, notify, useAct, useProblemText } from '#ui/index.ts'
import { useAreaFailure } from './use-area-failure.ts'

type RenameAreaDialogProps = { readonly area: ListedArea; readonly onClose: () => void }

/** Another name for an area; its forms show it a little later. */
export function RenameAreaDialog({ area, onClose }: RenameAreaDialogProps) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const failureText = useAreaFailure()
  const { act, busy } = useAct(renameArea)
  const [nombre, setNombre] = useState(area.nombre)
  const [failure, setFailure] = useState<string | null>(null)

  async function rename(): Promise<void> {
    if (nombre.trim() === '') return setFailure(textOf({ code: 'area.name-required' }))
    setFailure(null)
    const done = await act({ body: { path: area.path, nombre } })
    if (done.kind !== 'ok') return setFailure(failureText(done, t`An error occurred in the editing process`))
    notify({ tone: 'received', text: t`Area updated correctly` })
    onClose()
  }

  return (
    <FormDialog
      title={t`Edit ${area.nombre}`}
      submit={<Trans>Save</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void rename()}
      onClose={onClose}
    >
      <TextInput
        label={t`Area name`}
        required
        data-autofocus
        value={nombre}
        onChange={({ currentTarget }) => setNombre(currentTarget.value)}
      />
      <p>
        <Trans>
          The forms of the area show the new name a little later. Answers that are under way are not touched by it.
        </Trans>
      </p>
    </FormDialog>
  )
}
