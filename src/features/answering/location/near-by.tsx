import { useEffect, useState } from 'react'
import { IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getIdentifierDataById, getIdentifiers } from '#domain/api/index.ts'
import { municipalityOfDocument, type LatLng } from '#domain/documents/index.ts'
import { IDENTIFIER_RADIUS, type Identifier, type IdentifierData } from '#domain/maps/index.ts'
import { useAsked, useProfile } from '#ui/index.ts'
import { clearHeader, setHeader } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import styles from './location.module.css'

/** A point that is dragged passes many assets; what stands where it stays is asked for. */
const REST_MS = 400

type NearByProps = { readonly point: LatLng | undefined; readonly isLocked: boolean }

/**
 * The assets near a point, of the management system: one of them can be assigned, and the incident is about it then. Where they cannot be asked for (no network, a
 * system that fails) there is nothing here: an answer is as good without.
 */
export function NearBy({ point, isLocked }: NearByProps) {
  const { form } = useFormContext()
  const profile = useProfile()
  const type = useIncidentType()
  const { geolocalizacion, incidentes } = form.template.opcionales
  if (!geolocalizacion || !incidentes || type === undefined || profile === null || profile.userMuniCore === '')
    return null
  const asking = { username: profile.userMuniCore, municipality: municipalityOfDocument(form.template) }
  return <Assets asking={asking} type={type} point={point} isLocked={isLocked} />
}

/** Of the state in which the answer begins, where each has an incident type of its own. */
function useIncidentType(): string | undefined {
  const { form } = useFormContext()
  const { estados, muniCore } = form.template
  const state = useForm(({ header }) => header.state) ?? estados.inicial
  return estados.disponibles.find(({ id }) => id === state)?.idTipoIncidente ?? muniCore?.idTipoIncidente
}

type Asking = {
  readonly username: string
  readonly municipality: ReturnType<typeof municipalityOfDocument>
}
type AssetsProps = NearByProps & { readonly asking: Asking; readonly type: string }

function Assets({ asking, type, point, isLocked }: AssetsProps) {
  const { t } = useLingui()
  const { form } = useFormContext()
  const chosen = useForm(({ header }) => header.identifier)
  const rested = useRested(point)
  const place = { latitud: String(rested?.latitude ?? 0), longitud: String(rested?.longitude ?? 0) }
  const body = { ...place, tipoIncidenteId: type, radio: IDENTIFIER_RADIUS, ...asking } as const
  const [near] = useAsked(getIdentifiers, { body }, rested !== undefined && !isLocked)
  const all = near.kind === 'here' && rested !== undefined ? near.value.result : []
  const known = all.find(({ idIdentificador }) => idIdentificador === chosen)
  const others = isLocked ? [] : all.filter(({ idIdentificador }) => idIdentificador !== chosen)
  return (
    <>
      {chosen !== undefined && (
        <div className={styles['asset']} role="group" aria-label={t`Assigned asset`}>
          {known === undefined ? <Looked id={chosen} asking={asking} /> : <Card {...known} />}
          {!isLocked && (
            <Button
              variant="subtle"
              leftSection={<IconX size={20} aria-hidden="true" />}
              onClick={() => clearHeader(form, 'identifier')}
            >
              <Trans>Take away</Trans>
            </Button>
          )}
        </div>
      )}
      {others.length > 0 && (
        <ul className={styles['places']} aria-label={t`Assets near this point`}>
          {others.map((asset) => (
            <li key={asset.idIdentificador}>
              <Button
                variant="subtle"
                justify="start"
                fullWidth
                onClick={() => setHeader(form, { identifier: asset.idIdentificador })}
              >
                <Line asset={asset} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** One that was assigned elsewhere, or before the point moved on. */
function Looked({ id, asking }: { readonly id: string; readonly asking: Asking }) {
  const [asked] = useAsked(getIdentifierDataById, { body: { idIdentifier: id, ...asking } })
  if (asked.kind !== 'here') return <span className="r-code">{id}</span>
  const { tipoIdentificador, ...facts }: IdentifierData = asked.value.result
  return <Card {...facts} descripcionIdentificadorTipo={tipoIdentificador} />
}

type Facts = Pick<Identifier, 'descripcion' | 'descripcionIdentificadorTipo' | 'direccion'>

function Card(facts: Facts) {
  return (
    <p>
      <Line asset={facts} />
    </p>
  )
}

function Line({ asset: { descripcion, descripcionIdentificadorTipo: type, direccion } }: { readonly asset: Facts }) {
  return (
    <span>
      <strong>{descripcion}</strong>
      {[type, direccion]
        .filter((text) => text !== '')
        .map((text) => ` · ${text}`)
        .join('')}
    </span>
  )
}

/** A point once it stays where it is. */
function useRested(point: LatLng | undefined): LatLng | undefined {
  const [rested, setRested] = useState(point)
  useEffect(() => {
    const timer = setTimeout(() => setRested(point), REST_MS)
    return () => clearTimeout(timer)
  }, [point])
  return rested
}
