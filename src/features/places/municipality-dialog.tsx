import { useState } from 'react'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  createMunicipality,
  editMunicipality,
  listCountries,
  parseMunicipality,
  parsePosition,
  type MunicipalityListItem,
} from '#domain/places/index.ts'
import { toProblem, type RequestFailure } from '#domain/endpoints/index.ts'
import {
  generatePlaceId,
  NEW_MUNICIPALITY_LATITUDE,
  NEW_MUNICIPALITY_LONGITUDE,
  refuse,
  type Problem,
  type ProblemCode,
} from '#domain/kernel/index.ts'
import {
  Banner,
  FormDialog,
  notify,
  useEndpointCall,
  useEndpointData,
  useProblemText,
  useFailureText,
} from '#ui/index.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { PositionFields } from './position-fields.tsx'

type Field = 'nombre' | 'key' | 'idMuniCore' | 'position' | 'province'
const FIELD_BY_CODE: Partial<Readonly<Record<ProblemCode, Field>>> = {
  'place.municipality-name-required': 'nombre',
  'place.name-taken': 'nombre',
  'place.key-required': 'key',
  'place.key-invalid': 'key',
  'place.key-taken': 'key',
  'place.key-in-use': 'key',
  'place.core-id-required': 'idMuniCore',
  'place.core-id-invalid': 'idMuniCore',
  'place.position-invalid': 'position',
  'place.province-required': 'province',
}

type MunicipalityDialogProps = {
  /** municipality to edit; if missing, the dialog creates a municipality */
  readonly municipality?: MunicipalityListItem | undefined
  readonly onClose: () => void
}

/** Creates or edits a municipality (part 1, point 5). Checks fields by the server's rules. */
export function MunicipalityDialog({ municipality, onClose }: MunicipalityDialogProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const creating = useEndpointCall(createMunicipality)
  const editing = useEndpointCall(editMunicipality)
  // Generated once, so that a retry after a lost reply creates no second municipality.
  const [id] = useState(() => generatePlaceId(crypto.getRandomValues(new Uint8Array(16))))
  const [typed, setTyped] = useState(() => buildInitialFields(municipality))
  const [province, setProvince] = useState('')
  const [wrong, setWrong] = useState<Problem | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const set = (change: Partial<typeof typed>): void => setTyped((before) => ({ ...before, ...change }))
  const errorAt = (field: Field): string | undefined =>
    wrong !== null && FIELD_BY_CODE[wrong.code] === field ? problemText(wrong) : undefined

  async function submit(): Promise<void> {
    setFailure(null)
    const wish = read()
    setWrong(wish.ok ? null : wish.problem)
    if (!wish.ok) return
    const outcome =
      municipality === undefined
        ? await creating.act({ body: { ...wish.value, id, province } })
        : await editing.act({ id: municipality.id, body: wish.value })
    if (outcome.kind === 'ok') {
      notify({
        tone: 'received',
        text: municipality === undefined ? t`The municipality was created` : t`The municipality was saved`,
      })
      return onClose()
    }
    const problem = toProblem(outcome)
    if (problem.code === 'place.missing') {
      notify({ tone: 'attention', text: problemText(problem) })
      return onClose()
    }
    if (FIELD_BY_CODE[problem.code] === undefined) setFailure(outcome)
    else setWrong(problem)
  }

  function read() {
    const position = parsePosition(typed.latitude, typed.longitude)
    const facts = parseMunicipality({ ...typed, ubicacion: { latitude: 0, longitude: 0 } })
    if (!facts.ok) return facts
    if (municipality === undefined && province === '') return refuse('place.province-required')
    if (!position.ok) return position
    const { nombre, key, idMuniCore, usarAWS } = typed
    return { ok: true as const, value: { nombre, key, idMuniCore, usarAWS, ubicacion: position.value } }
  }

  return (
    <FormDialog
      title={municipality === undefined ? t`New municipality` : t`Edit ${municipality.nombre}`}
      submit={municipality === undefined ? <Trans>Create</Trans> : <Trans>Save</Trans>}
      busy={creating.busy || editing.busy}
      failure={failure === null ? null : failureText(failure)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {municipality === undefined && (
        <ProvinceField value={province} error={errorAt('province')} onChange={setProvince} />
      )}
      <TextInput
        label={t`Name`}
        required
        data-autofocus={municipality === undefined ? undefined : true}
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={typed.nombre}
        error={errorAt('nombre')}
        onChange={({ currentTarget }) => set({ nombre: currentTarget.value })}
      />
      <TextInput
        label={t`Keyword`}
        description={
          municipality !== undefined && municipality.lastKeyNumber > 0 ? (
            <Trans>Answer codes already use this keyword, so it cannot be changed.</Trans>
          ) : (
            <Trans>Capital letters at the start of the municipality’s answer codes.</Trans>
          )
        }
        required
        disabled={municipality !== undefined && municipality.lastKeyNumber > 0}
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={typed.key}
        error={errorAt('key')}
        onChange={({ currentTarget }) => set({ key: currentTarget.value.toUpperCase() })}
      />
      <TextInput
        label={t`MuniDigital ID`}
        description={t`Number of the municipality in its management system (MuniDigital, MuniGestion). If it has none, enter any number, for example 1.`}
        required
        inputMode="numeric"
        value={typed.idMuniCore}
        error={errorAt('idMuniCore')}
        onChange={({ currentTarget }) => set({ idMuniCore: currentTarget.value })}
      />
      <Switch
        size="md"
        label={t`MuniGestion runs in the cloud`}
        description={t`Turn this on if the municipality uses MuniGestion in the cloud, not on its own server.`}
        checked={typed.usarAWS}
        onChange={({ currentTarget }) => set({ usarAWS: currentTarget.checked })}
      />
      <PositionFields value={typed} error={errorAt('position')} onChange={set} />
      {municipality !== undefined && (
        <p>
          <Trans>
            A new name appears in the forms of the municipality after a short delay. Answers in progress do not change.
          </Trans>
        </p>
      )}
    </FormDialog>
  )
}

type ProvinceFieldProps = {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function ProvinceField({ value, error, onChange }: ProvinceFieldProps) {
  const { t } = useLingui()
  const [loadable] = useEndpointData(listCountries, {})
  if (loadable.kind === 'failed')
    return (
      <div role="alert">
        <Banner tone="attention">
          <Trans>The countries could not be loaded. Reload the page.</Trans>
        </Banner>
      </div>
    )
  const countries = loadable.kind === 'here' ? loadable.value.countries : []
  return (
    <NativeSelect
      label={t`Province`}
      required
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: t`Choose a province` },
        ...countries.map(({ nombre, provincias }) => ({
          group: nombre,
          items: provincias.map((province) => ({ value: province.id, label: province.nombre })),
        })),
      ]}
    />
  )
}

function buildInitialFields(municipality: MunicipalityListItem | undefined) {
  const { latitude, longitude } = municipality?.ubicacion ?? {
    latitude: NEW_MUNICIPALITY_LATITUDE,
    longitude: NEW_MUNICIPALITY_LONGITUDE,
  }
  return {
    nombre: municipality?.nombre ?? '',
    key: municipality?.key ?? '',
    idMuniCore: municipality?.idMuniCore === undefined ? '' : String(municipality.idMuniCore),
    usarAWS: municipality?.usarAWS ?? false,
    latitude: String(latitude),
    longitude: String(longitude),
  }
}
