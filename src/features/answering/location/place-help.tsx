import { IconMapSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { toProblem } from '#domain/endpoints/index.ts'
import { getVisibleText, type Problem } from '#domain/kernel/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH, type MapFacts, type AddressMatch } from '#domain/maps/index.ts'
import { formatCoordinates } from '#domain/questions/index.ts'
import type { MapSource } from '#sync/map/index.ts'
import { useOnline, useProblemText } from '#ui/index.ts'
import { LazyPlaceMap, type MapMark } from '#ui/map/index.ts'
import type { AddressHelp } from './address-help.ts'
import type { LocationAidProps } from './aid.ts'
import styles from './location.module.css'

/** Delay before the address of a moved point is looked up, milliseconds. Avoids lookups while dragging. */
const DEBOUNCE_MS = 400

/**
 * Looks up the address of a moved point. Replaces an empty or looked-up address, but only suggests to replace a typed
 * address. @param addresses undefined: no lookup
 */
function useAddressSuggestion({ location, isLocked, onChange }: LocationAidProps, addresses: AddressHelp | undefined) {
  // Dependency of the lookup, which is tried again when the connection is back.
  const online = useOnline()
  const latlng = location?.latlng
  const key = latlng === undefined ? '' : formatCoordinates(latlng)
  const written = location?.direccion ?? ''
  const knownRef = useRef(getVisibleText(written) === '' ? '' : key)
  const lookedUp = useRef<string | null>(null)
  const [found, setFound] = useState<{ readonly key: string; readonly direccion: string } | null>(null)
  const now = useRef({ written, onChange })
  useEffect(() => {
    now.current = { written, onChange }
  })

  useEffect(() => {
    if (addresses === undefined || isLocked || latlng === undefined || key === knownRef.current) return
    let hasLeft = false
    const lookUp = async (): Promise<void> => {
      const outcome = await addresses.addressOf(latlng)
      if (hasLeft || outcome.kind !== 'ok') return
      knownRef.current = key
      const { direccion } = outcome.value
      if (direccion === null) return
      const before = now.current.written.trim()
      if (before === '' || before === lookedUp.current) {
        lookedUp.current = direccion
        now.current.onChange({ direccion })
      } else setFound({ key, direccion })
    }
    const timer = setTimeout(() => void lookUp(), DEBOUNCE_MS)
    return () => {
      hasLeft = true
      clearTimeout(timer)
    }
  }, [addresses, isLocked, key, latlng, online])

  const suggestion = found !== null && found.key === key && found.direccion !== written.trim() ? found.direccion : null
  return {
    suggestion,
    take: () => {
      if (suggestion === null) return
      lookedUp.current = suggestion
      onChange({ direccion: suggestion })
    },
    /** Records a place found by address search. Its address needs no lookup and counts as looked up. */
    know: ({ latlng: point, direccion }: AddressMatch) => {
      knownRef.current = formatCoordinates(point)
      lookedUp.current = direccion
    },
  }
}

type PlaceHelpProps = LocationAidProps & {
  readonly source: MapSource
  /** null while loading */
  readonly facts: MapFacts | null
  /** initial centre of the map */
  readonly centre: LatLng
  readonly addresses: AddressHelp
  /** marks that can be selected, the same as in the list next to the map */
  readonly marks?: readonly MapMark[]
  readonly onMark?: (id: string) => void
  /** rendered between address and map */
  readonly children?: ReactNode
}

/** Replaces a map that cannot be loaded. @param children the reason */
export function MapUnavailable({ children }: { readonly children?: ReactNode }) {
  return (
    <p className={`r-soft r-note ${styles['note']}`} role="status">
      {children}
      <Trans>The map is not available. Type the address or use this device’s location.</Trans>
    </p>
  )
}

/** Address search, reverse lookup and map, for signed-in users and the public. */
export function PlaceSearch({ source, facts, centre, addresses, children, marks, onMark, ...props }: PlaceHelpProps) {
  const { suggestion, take, know } = useAddressSuggestion(props, facts?.geocoder === true ? addresses : undefined)
  const { location, isLocked, onChange } = props
  if (facts === null) return null
  return (
    <>
      {facts.geocoder && !isLocked && (
        <AddressSearch
          addresses={addresses}
          text={location?.direccion ?? ''}
          isMarked={location?.latlng !== undefined}
          onChoose={(place) => {
            know(place)
            onChange(place)
          }}
        />
      )}
      {suggestion !== null && (
        <div className={`r-row r-gap-x-12 r-pad-8 r-middle ${styles['suggestion']}`} role="status">
          <span>{suggestion}</span>
          <Button variant="default" onClick={take}>
            <Trans>Use this address</Trans>
          </Button>
        </div>
      )}
      {children}
      {facts.layers.length > 0 && !isLocked && (
        <p className={`r-soft r-note ${styles['note']}`}>
          <Trans>Tap the map to set or move the point.</Trans>
        </p>
      )}
      {facts.layers.length > 0 && (
        <LazyPlaceMap
          source={source}
          layers={facts.layers}
          centre={centre}
          point={location?.latlng}
          accuracy={props.accuracy}
          onMove={isLocked ? undefined : (latlng) => onChange({ latlng })}
          marks={marks}
          onMark={onMark}
        />
      )}
    </>
  )
}

type SearchState =
  | { readonly kind: 'none' | 'searching' | 'invalid' | 'nowhere' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'found'; readonly places: readonly AddressMatch[]; readonly attribution: string }

type AddressSearchProps = {
  readonly addresses: AddressHelp
  readonly text: string
  /** the point is set, so that the address is not needed */
  readonly isMarked: boolean
  readonly onChoose: (place: AddressMatch) => void
}

/** Searches for the typed address and lists matches. */
function AddressSearch({ addresses, text, isMarked, onChoose }: AddressSearchProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [searched, setSearched] = useState<SearchState>({ kind: 'none' })
  // The text that results belong to. Results are discarded when the text changes.
  const [of, setOf] = useState(text)
  const searches = useRef<HTMLButtonElement>(null)
  const current: SearchState = of === text ? searched : { kind: 'none' }

  async function search(): Promise<void> {
    setOf(text)
    const q = text.trim()
    if (q.length < MIN_SEARCH_LENGTH) return setSearched({ kind: 'invalid' })
    setSearched({ kind: 'searching' })
    const outcome = await addresses.search(q.slice(0, MAX_SEARCH_LENGTH))
    if (outcome.kind !== 'ok') return setSearched({ kind: 'failed', problem: toProblem(outcome) })
    const { places, attribution } = outcome.value
    setSearched(places.length === 0 ? { kind: 'nowhere' } : { kind: 'found', places, attribution })
  }

  return (
    <div className="r-column r-top">
      <Button
        ref={searches}
        variant="default"
        loading={current.kind === 'searching'}
        leftSection={<IconMapSearch size={20} aria-hidden="true" />}
        onClick={() => void search()}
      >
        <Trans>Find this address</Trans>
      </Button>
      <div role="status" className={isMarked ? 'r-soft' : 'r-problem'}>
        {current.kind === 'invalid' && t`Invalid search`}
        {current.kind === 'nowhere' && isMarked && <Trans>Address not found. The point on the map is kept.</Trans>}
        {current.kind === 'nowhere' && !isMarked && (
          <>
            {t`Invalid search`}.{' '}
            <Trans>Address not found. Enter the street and number, or set the point on the map.</Trans>
          </>
        )}
        {current.kind === 'failed' && problemText(current.problem)}
      </div>
      {current.kind === 'found' && (
        <>
          <ul className={`r-plain r-card r-wide ${styles['places']}`} aria-label={t`Places found`}>
            {current.places.map((place, index) => (
              <li key={index}>
                <Button
                  variant="subtle"
                  justify="start"
                  fullWidth
                  onClick={() => {
                    // Keeps the focus, as the pressed button is removed together with the list.
                    searches.current?.focus({ preventScroll: true })
                    setSearched({ kind: 'none' })
                    onChoose(place)
                  }}
                >
                  {place.direccion}
                </Button>
              </li>
            ))}
          </ul>
          {current.attribution !== '' && <p className={`r-soft ${styles['attribution']}`}>{current.attribution}</p>}
        </>
      )}
    </div>
  )
}
