import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { createCountry, createProvince, renameCountry, renameProvince } from '#domain/places/index.ts'
import { problemOf, type Failure } from '#domain/endpoints/index.ts'
import { newPlaceId, unreachable } from '#domain/kernel/index.ts'
import { FormDialog, notify, useAct, useProblemText, useFailureText } from '#ui/index.ts'

export type PlaceRequest =
  | { readonly kind: 'country' }
  | { readonly kind: 'province'; readonly country: string; readonly of: string }
  | { readonly kind: 'rename-country' | 'rename-province'; readonly id: string; readonly nombre: string }

/** Makes a country or a province, or gives one another name. */
export function PlaceDialog({ request, onClose }: { readonly request: PlaceRequest; readonly onClose: () => void }) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const failureText = useFailureText()
  const acts = {
    country: useAct(createCountry),
    province: useAct(createProvince),
    renameCountry: useAct(renameCountry),
    renameProvince: useAct(renameProvince),
  }
  // Made once: pressing the button again after a lost reply makes no second province.
  const [id] = useState(() => newPlaceId(crypto.getRandomValues(new Uint8Array(16))))
  const [code, setCode] = useState('')
  const [nombre, setNombre] = useState('nombre' in request ? request.nombre : '')
  const [failure, setFailure] = useState<Failure | null>(null)
  const problem = failure === null ? undefined : problemOf(failure)
  const isAboutCode = problem?.code === 'place.country-code-invalid' || problem?.code === 'place.exists'
  const isAboutName = problem?.code === 'place.name-required' || problem?.code === 'place.name-taken'

  function ask() {
    switch (request.kind) {
      case 'country':
        return acts.country.act({ body: { code, nombre } })
      case 'province':
        return acts.province.act({ body: { id, country: request.country, nombre } })
      case 'rename-country':
        return acts.renameCountry.act({ id: request.id, body: { nombre } })
      case 'rename-province':
        return acts.renameProvince.act({ id: request.id, body: { nombre } })
      default:
        return unreachable(request)
    }
  }

  async function submit(): Promise<void> {
    setFailure(null)
    const done = await ask()
    if (done.kind !== 'ok') return setFailure(done)
    notify({ tone: 'received', text: t`${nombre.trim()} was saved` })
    onClose()
  }

  return (
    <FormDialog
      title={titleOf()}
      submit={<Trans>Save</Trans>}
      busy={Object.values(acts).some(({ busy }) => busy)}
      failure={failure === null || isAboutCode || isAboutName ? null : failureText(failure)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {request.kind === 'country' && (
        <TextInput
          label={t`Code of two letters`}
          description={t`As ISO 3166 has it: AR, BR, CL…`}
          required
          maxLength={2}
          value={code}
          error={isAboutCode && problem !== undefined ? textOf(problem) : undefined}
          onChange={({ currentTarget }) => setCode(currentTarget.value.toUpperCase())}
        />
      )}
      <TextInput
        label={t`Name`}
        required
        value={nombre}
        error={isAboutName && problem !== undefined ? textOf(problem) : undefined}
        onChange={({ currentTarget }) => setNombre(currentTarget.value)}
      />
    </FormDialog>
  )

  function titleOf(): string {
    if (request.kind === 'country') return t`New country`
    return request.kind === 'province' ? t`New province of ${request.of}` : t`Rename ${request.nombre}`
  }
}
