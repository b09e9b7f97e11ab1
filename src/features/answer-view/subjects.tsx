import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { CITIZEN_SOURCE } from '#domain/citizens/index.ts'
import { getIdentifierDataById } from '#domain/maps/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { formatCoordinates } from '#domain/questions/index.ts'
import { FactList, PageSection, useEndpointData, useProfile, type Fact } from '#ui/index.ts'
import { AnswerLocation } from './place-of-answer.tsx'

type SubjectsProps = {
  readonly answer: Answer
  /** map of the location; if missing, the map for signed-in users */
  readonly map?: ReactNode
}

/** Citizen, recipient and location of the answer, with the asset. */
export function AnswerSubjects({ answer, map }: SubjectsProps) {
  const { t } = useLingui()
  const { datosCiudadano: citizen, persona, ubicacion: place } = answer
  const sources: Readonly<Record<string, string>> = {
    [CITIZEN_SOURCE.registry]: t`Found in the registry`,
    [CITIZEN_SOURCE.claimed]: t`From the registry; identity not verified`,
    [CITIZEN_SOURCE.typed]: t`Entered manually; identity not verified`,
    [CITIZEN_SOURCE.portal]: t`Signed in through the citizen portal`,
    [CITIZEN_SOURCE.confirmed]: t`Not in the registry, confirmed as entered`,
  }
  const business = citizen?.tipo === 'juridica'
  const person: readonly Fact[] =
    citizen === undefined || citizen.empty === true
      ? []
      : [
          {
            name: business ? t`Business name` : t`Name`,
            value: business ? citizen.nombre : `${citizen.nombre} ${citizen.apellido}`.trim(),
          },
          { name: business ? t`Tax number` : t`ID number`, value: business ? citizen.cuit : citizen.dni },
          { name: t`E-mail`, value: citizen.email },
          { name: t`Phone`, value: citizen.telefono },
          { name: t`Street and number`, value: citizen.calle },
          { name: t`Source of the data`, value: sources[citizen._source ?? ''] ?? '' },
        ]
  const recipient: readonly Fact[] =
    persona === undefined
      ? []
      : [
          { name: t`Name`, value: persona.nombre },
          { name: t`Address`, value: persona.direccion },
        ]
  return (
    <>
      <Part title={t`Citizen`} facts={person} />
      <Part title={t`Recipient`} facts={recipient} />
      {place !== undefined && (
        <Part
          title={t`Location`}
          facts={[
            { name: t`Address`, value: place.direccion },
            { name: t`Coordinates`, value: place.latlng === undefined ? '' : formatCoordinates(place.latlng) },
          ]}
        >
          <AssetOfAnswer answer={answer} />
          {map ?? <AnswerLocation place={place} />}
        </Part>
      )}
    </>
  )
}

type PartProps = { readonly title: string; readonly facts: readonly Fact[]; readonly children?: ReactNode }

function Part({ title, facts, children }: PartProps) {
  const nonEmptyFacts = facts.filter(({ value }) => value !== '')
  if (nonEmptyFacts.length === 0) return null
  return (
    <PageSection title={title}>
      <FactList facts={nonEmptyFacts} />
      {children}
    </PageSection>
  )
}

/** An answer's asset (part 3, point 2) as currently known to the management system; only its id if unavailable. */
function AssetOfAnswer({ answer }: { readonly answer: Answer }) {
  const profile = useProfile()
  const id = answer.muniCore?.idIdentificador
  return id === undefined || profile === null ? null : (
    <Asset id={id} username={profile.userMuniCore} municipality={municipalityOfDocument(answer)} />
  )
}

type AssetProps = {
  readonly id: string
  readonly username: string
  readonly municipality: ReturnType<typeof municipalityOfDocument>
}

function Asset({ id, username, municipality }: AssetProps) {
  const { t } = useLingui()
  const [loadable] = useEndpointData(
    getIdentifierDataById,
    { body: { idIdentifier: id, username, municipality } },
    username !== '',
  )
  const known = loadable.kind === 'here' ? loadable.value.result : null
  const facts = [
    { name: t`Assigned asset`, value: known?.descripcion ?? id },
    { name: t`Asset type`, value: known?.tipoIdentificador ?? '' },
    { name: t`Asset location`, value: known?.direccion ?? '' },
  ]
  return <FactList facts={facts.filter(({ value }) => value !== '')} />
}
