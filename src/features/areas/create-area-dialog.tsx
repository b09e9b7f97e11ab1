import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { createArea } from '#domain/api/index.ts'
import { newAreaId, type MunicipalityPath } from '#domain/kernel/index.ts'
import { FormDialog, MunicipalitySteps, notify, useAct, useProblemText, useProfile } from '#ui/index.ts'
import { useAreaFailure } from './use-area-failure.ts'

/** A new area, in any municipality. */
export function CreateAreaDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const failureText = useAreaFailure()
  const own = useProfile()?.municipality.path
  const { act, busy } = useAct(createArea)
  // Made once: pressing the button again after a lost reply makes no second area.
  const [id] = useState(() => newAreaId(crypto.getRandomValues(new Uint8Array(16))))
  const [nombre, setNombre] = useState('')
  const [municipality, setMunicipality] = useState<MunicipalityPath | undefined>(own)
  const [failure, setFailure] = useState<string | null>(null)

  async function create(): Promise<void> {
    if (nombre.trim() === '') return setFailure(textOf({ code: 'area.name-required' }))
    if (municipality === undefined) return setFailure(t`Choose a municipality.`)
    setFailure(null)
    const done = await act({ body: { id, municipality, nombre } })
    if (done.kind !== 'ok') return setFailure(failureText(done, t`An error occurred, the area could not be created`))
    notify({ tone: 'received', text: t`Area created correctly` })
    onClose()
  }

  return (
    <FormDialog
      title={t`Create area`}
      submit={<Trans>Create</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <TextInput
        label={t`Area name`}
        required
        data-autofocus
        value={nombre}
        onChange={({ currentTarget }) => setNombre(currentTarget.value)}
      />
      <MunicipalitySteps of={own} onChange={setMunicipality}>
        {() => null}
      </MunicipalitySteps>
    </FormDialog>
  )
}
