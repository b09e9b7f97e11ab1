import { type ReactNode, useState } from 'react'
import { IconMap2 } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Answer } from '#domain/answers/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import { ANSWER_MAP_ZOOM } from '#domain/kernel/index.ts'
import { parseLocation } from '#domain/questions/index.ts'
import { ListSkeleton, useProfile } from '#ui/index.ts'
import { LazyPlaceMap, useMap, usePublicMap } from '#ui/map/index.ts'
import styles from './answer-view.module.css'

/** An answer's location on a map (part 3, point 2), next to its address. Renders nothing without a map. */
export function AnswerLocation({ place }: { readonly place: Answer['ubicacion'] }) {
  return place?.latlng === undefined ? null : <AnswerMap point={place.latlng} />
}

/**
 * Shows a citizen the location of the answer on the form's public map. Renders nothing if the form has no map or is
 * closed.
 */
export function OwnAnswerLocation({ answer: { idPlantilla, ubicacion } }: { readonly answer: Answer }) {
  return ubicacion?.latlng === undefined ? null : <OwnMapped form={idPlantilla} point={ubicacion.latlng} />
}

function OwnMapped({ form, point }: { readonly form: Answer['idPlantilla']; readonly point: LatLng }) {
  const { source, facts } = usePublicMap(form)
  if (facts === null || facts.layers.length === 0) return null
  return <LazyPlaceMap source={source} layers={facts.layers} centre={point} zoom={ANSWER_MAP_ZOOM} point={point} />
}

/**
 * Map of a question's location, loaded on request because every row may have a map. @param text the question's value
 */
export function QuestionLocation({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  // The map's endpoints require an account. For citizens the request would report an expired session.
  const mayAsk = useProfile() !== null
  const { latlng } = parseLocation(text)
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
        <AnswerMap point={latlng}>
          <p className="r-soft" role="status">
            <Trans>The map cannot be shown right now.</Trans>
          </p>
        </AnswerMap>
      )}
    </>
  )
}

type MappedProps = {
  readonly point: LatLng
  /** shown if there is no map */
  readonly children?: ReactNode
}

function AnswerMap({ point, children }: MappedProps) {
  const { source, facts, failed } = useMap()
  if (children !== undefined && facts === null && !failed) return <ListSkeleton rows={1} height={240} />
  if (facts === null || facts.layers.length === 0) return children
  return <LazyPlaceMap source={source} layers={facts.layers} centre={point} zoom={ANSWER_MAP_ZOOM} point={point} />
}
