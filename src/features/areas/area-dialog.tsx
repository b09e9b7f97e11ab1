import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { createArea, renameArea, type ListedArea } from '#domain/places/index.ts'
import { generateAreaId, type MunicipalityPath, getVisibleText } from '#domain/kernel/index.ts'
import {
  FormDialog,
  MunicipalitySelects,
  notify,
  useEndpointCall,
  useFailureText,
  useProblemText,
  useProfile,
} from '#ui/index.ts'

type AreaDialogProps = {
  /** area to rename; if missing, the dialog creates an area, in any municipality */
  readonly area?: ListedArea
  readonly onClose: () => void
}

/** Creates or renames an area. Forms show a changed name with a short delay. */
export function AreaDialog({ area, onClose }: AreaDialogProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const ownMunicipalityPath = useProfile()?.municipality.path
  const creating = useEndpointCall(createArea)
  const renaming = useEndpointCall(renameArea)
  // Generated once, so that a retry after a lost reply creates no second area.
  const [id] = useState(() => generateAreaId(crypto.getRandomValues(new Uint8Array(16))))
  const [nombre, setNombre] = useState(area?.nombre ?? '')
  const [municipality, setMunicipality] = useState<MunicipalityPath | undefined>(ownMunicipalityPath)
  const [failure, setFailure] = useState<string | null>(null)

  async function submit(): Promise<void> {
    if (getVisibleText(nombre) === '') return setFailure(problemText({ code: 'area.name-required' }))
    setFailure(null)
    if (area !== undefined) {
      const outcome = await renaming.act({ body: { path: area.path, nombre } })
      if (outcome.kind !== 'ok') return setFailure(failureText(outcome, t`The area could not be saved. Try again.`))
      notify({ tone: 'received', text: t`The area was updated` })
    } else {
      if (municipality === undefined) return setFailure(t`Choose a municipality.`)
      const outcome = await creating.act({ body: { id, municipality, nombre } })
      if (outcome.kind !== 'ok') return setFailure(failureText(outcome, t`The area could not be created. Try again.`))
      notify({ tone: 'received', text: t`The area was created` })
    }
    onClose()
  }

  return (
    <FormDialog
      title={area === undefined ? t`New area` : t`Edit ${area.nombre}`}
      submit={area === undefined ? <Trans>Create</Trans> : <Trans>Save</Trans>}
      busy={creating.busy || renaming.busy}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label={t`Area name`}
        required
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={nombre}
        onChange={({ currentTarget }) => setNombre(currentTarget.value)}
      />
      {area === undefined ? (
        <MunicipalitySelects of={ownMunicipalityPath} onChange={setMunicipality}>
          {() => null}
        </MunicipalitySelects>
      ) : (
        <p>
          <Trans>
            The new name appears in the forms of the area after a short delay. Answers in progress do not change.
          </Trans>
        </p>
      )}
    </FormDialog>
  )
}
