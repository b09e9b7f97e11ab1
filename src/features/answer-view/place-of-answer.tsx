import { type ReactNode, useState } from 'react'
import { IconMap2 } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Answer } from '#domain/answers/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import { ANSWER_MAP_ZOOM } from '#domain/kernel/index.ts'
import { placeIn } from '#domain/questions/index.ts'
import { ListSkeleton, useProfile } from '#ui/index.ts'
import { LaterPlaceMap, useMap, usePublicMap } from '#ui/map/index.ts'
import styles from './answer-view.module.css'

/** An answer's place on a map (part 3, point 2), beside its address as text. Nothing where no map can be had. */
export function PlaceOfAnswer({ place }: { readonly place: Answer['ubicacion'] }) {
  return place?.latlng === undefined ? null : <Mapped point={place.latlng} />
}

/** Shows a citizen the place on the public map of its form. Nothing where the form has none, or none any more. */
export function PlaceOfOwnAnswer({ answer: { idPlantilla, ubicacion } }: { readonly answer: Answer }) {
  return ubicacion?.latlng === undefined ? null : <OwnMapped form={idPlantilla} point={ubicacion.latlng} />
}

function OwnMapped({ form, point }: { readonly form: Answer['idPlantilla']; readonly point: LatLng }) {
  const { source, facts } = usePublicMap(form)
  if (facts === null || facts.layers.length === 0) return null
  return <LaterPlaceMap source={source} layers={facts.layers} centre={point} zoom={ANSWER_MAP_ZOOM} point={point} />
}

/** The same of one question, once it is wanted: each row may have its own. @param text what was answered */
export function PlaceOfQuestion({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  // Maps are asked for by accounts: a citizen's session would be over.
  const mayAsk = useProfile() !== null
  const { latlng } = placeIn(text)
  if (latlng === undefined || !mayAsk) return null
  return (
    <>
      <Button
        variant="subtle"
        className={styles['papers'] ?? ''}
        aria-expanded={isOpen}
        leftSection={<IconMap2 size={20} aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      >
        <Trans>On the map</Trans>
      </Button>
      {isOpen && (
        <Mapped point={latlng}>
          <p className="r-soft" role="status">
            <Trans>The map cannot be shown now.</Trans>
          </p>
        </Mapped>
      )}
    </>
  )
}

type MappedProps = {
  readonly point: LatLng
  /** where no map can be had */
  readonly children?: ReactNode
}

function Mapped({ point, children }: MappedProps) {
  const { source, facts, failed } = useMap()
  if (children !== undefined && facts === null && !failed) return <ListSkeleton rows={1} height={240} />
  if (facts === null || facts.layers.length === 0) return children
  return <LaterPlaceMap source={source} layers={facts.layers} centre={point} zoom={ANSWER_MAP_ZOOM} point={point} />
}
