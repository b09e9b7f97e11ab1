import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { Button, Group, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { ANSWERS_MAP_ZOOM, MAP_MAX_ZOOM, MAP_MIN_ZOOM, type TemplateId, type AnswerId } from '#domain/kernel/index.ts'
import {
  Banner,
  EmptyState,
  ErrorState,
  formatAccount,
  lazyPart,
  ListSkeleton,
  useListAddress,
  useProblemText,
  AnswerCode,
  LoadablePart,
  TextLink,
  useEndpointData,
  useFormats,
} from '#ui/index.ts'
import { loadClusterMap, useMap, useMapCentre, type MapPosition } from '#ui/map/index.ts'
import { toLineFromSummary, type AnswerTableRow } from '../answer-lines.ts'
import { hasFilters, toQueryParameters, type ListFilters } from '../filters/list-filters.ts'
import { readAnswer, summariseAnswer, type ListFilter } from '#domain/answers/index.ts'
import { usePoints, type ClusteredPoints } from './use-points.ts'
import styles from './map.module.css'

/** Decimals of a degree, which is a precision of about 10 m. */
const DECIMALS = 4

/** The map position in URL format. */
export function formatMapPosition({ centre: { latitude, longitude }, zoom }: MapPosition): string {
  return `${latitude.toFixed(DECIMALS)},${longitude.toFixed(DECIMALS)},${zoom}`
}

/** Parses a map position from the URL, which is untrusted input. @returns undefined if invalid */
export function parseMapPosition(text: string | undefined): MapPosition | undefined {
  const match = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?),(\d{1,2})$/.exec(text ?? '')
  if (match === null) return undefined
  const [latitude = 0, longitude = 0, zoom = 0] = match.slice(1).map(Number)
  const isThere = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= MAP_MIN_ZOOM && zoom <= MAP_MAX_ZOOM
  return isThere ? { centre: { latitude, longitude }, zoom } : undefined
}

const ClusterMap = lazyPart(async () => (await loadClusterMap()).ClusterMap)

export type AnswersMapProps = {
  readonly template: TemplateId
  readonly areas: FormTemplate['areas']
  readonly search: ListFilters
  readonly filter: ListFilter
  /** answers of the list that are on this device; undefined while they are loading */
  readonly device: { readonly own: readonly AnswerTableRow[]; readonly cached: readonly AnswerTableRow[] } | undefined
}

/** Located answers of the filtered list on a map (part 3, point 2). The URL keeps view and filters. */
export function AnswersMap({ template, areas, search, filter, device }: AnswersMapProps) {
  const { t } = useLingui()
  const { source, facts } = useMap()
  const [points, retry] = usePoints(template, toQueryParameters(filter), device)
  const centre = useMapCentre(areas)
  const { filter: keep } = useListAddress<ListFilters>()
  const moved = useCallback((at: MapPosition) => keep({ zona: formatMapPosition(at) }), [keep])
  const known = useMemo(
    () => new Map([...(device?.own ?? []), ...(device?.cached ?? [])].map((line) => [line.id, line])),
    [device],
  )
  const zone = parseMapPosition(search.zona)
  if (points.refused) return <NotThere problem={points.problem} retry={retry} />
  if (facts === null || points.clusters === null)
    return points.problem === null ? (
      <ListSkeleton rows={6} label={t`Searching for answers`} />
    ) : (
      <NotThere problem={points.problem} retry={retry} />
    )
  if (facts.layers.length === 0)
    return <EmptyState title={<Trans>The map is not available on this server. Use the list instead.</Trans>} />
  return (
    <Stack gap="xs" data-fills>
      {!points.isDone && !hasFilters(search) && (
        <p className="r-soft">
          <Trans>With many answers, opening the map or exporting them can be slow: filter the list first.</Trans>
        </p>
      )}
      <PointCountStatus points={points} retry={retry} />
      {points.isDone && points.count === 0 && points.problem === null ? (
        <EmptyState title={<Trans>None of these answers has a location.</Trans>}>
          <Trans>Use the list to see them.</Trans>
        </EmptyState>
      ) : (
        <ClusterMap
          source={source}
          layers={facts.layers}
          clusters={points.clusters}
          edition={points.edition}
          fits={zone === undefined && points.edition > 0 ? pickFitMode(points) : undefined}
          at={zone ?? { centre, zoom: ANSWERS_MAP_ZOOM }}
          onMove={moved}
          meanwhile={<ListSkeleton rows={6} label={t`Searching for answers`} />}
        >
          {(ids) => <AnswerPopup key={ids.join()} ids={ids} known={known} />}
        </ClusterMap>
      )}
    </Stack>
  )
}

function pickFitMode({ isDone }: ClusteredPoints): 'last' | 'first' {
  return isDone ? 'last' : 'first'
}

/** The number of answers on the map, and the reason if some are missing. */
function PointCountStatus({ points, retry }: { readonly points: ClusteredPoints; readonly retry: () => void }) {
  const problemText = useProblemText()
  const { count, isDone, problem } = points
  const shown = <Plural value={count} one="# answer on the map" other="# answers on the map" />
  if (problem !== null)
    return (
      <Banner tone="waiting" action={<RetryButton retry={retry} text={<Trans>Try again</Trans>} />}>
        {count === 0 ? (
          <Trans>The answers could not be loaded.</Trans>
        ) : (
          <>
            {shown}. <Trans>Some answers could not be loaded.</Trans>
          </>
        )}{' '}
        {problemText(problem)}
      </Banner>
    )
  return (
    <p className="r-soft" role="status">
      {isDone ? (
        <>
          {shown} <RetryButton retry={retry} text={<Trans>Refresh</Trans>} />
        </>
      ) : (
        <>
          <Trans>Searching for answers</Trans>… {count > 0 && shown}
        </>
      )}
    </p>
  )
}

function NotThere({ problem, retry }: { readonly problem: ClusteredPoints['problem']; readonly retry: () => void }) {
  const problemText = useProblemText()
  return (
    <ErrorState
      title={problem === null ? '' : problemText(problem)}
      action={<RetryButton retry={retry} text={<Trans>Try again</Trans>} />}
    />
  )
}

function RetryButton({ retry, text }: { readonly retry: () => void; readonly text: ReactNode }) {
  return (
    <Button variant="subtle" size="compact-md" onClick={retry}>
      {text}
    </Button>
  )
}

type AnswerPopupProps = {
  /** one answer, or several at the same location */
  readonly ids: readonly AnswerId[]
  /** answers that are on this device, by id */
  readonly known: ReadonlyMap<AnswerId, AnswerTableRow>
}

/** Popup of an answer on the map, with a link (part 3, point 2). */
function AnswerPopup({ ids, known }: AnswerPopupProps) {
  const { t } = useLingui()
  const [index, setIndex] = useState(0)
  const id = ids[index]
  if (id === undefined) return null
  const line = known.get(id)
  const [number, count] = [index + 1, ids.length]
  return (
    <>
      {line === undefined ? <Asked key={id} id={id} /> : <AnswerFacts line={line} />}
      {count > 1 && (
        <Group gap="xs" role="group" aria-label={t`Answers at this location`}>
          <Button variant="default" size="compact-md" disabled={index === 0} onClick={() => setIndex(index - 1)}>
            <Trans>Previous</Trans>
          </Button>
          <span role="status">
            <Trans>
              {number} of {count}
            </Trans>
          </span>
          <Button variant="default" size="compact-md" disabled={number === count} onClick={() => setIndex(index + 1)}>
            <Trans>Next</Trans>
          </Button>
        </Group>
      )}
    </>
  )
}

function Asked({ id }: { readonly id: AnswerId }) {
  const [loadable, retry] = useEndpointData(readAnswer, { id })
  return (
    <LoadablePart loadable={loadable} retry={retry}>
      {({ answer }) => <AnswerFacts line={toLineFromSummary(summariseAnswer(answer))} />}
    </LoadablePart>
  )
}

function AnswerFacts({ line: { id, code, at, author, addressee, name } }: { readonly line: AnswerTableRow }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <>
      {name !== '' && <strong>{name}</strong>}
      <dl className={`r-grid r-gap-4 r-gap-x-12 r-note ${styles['details']}`}>
        <dt>{t`Code`}</dt>
        <dd>
          <AnswerCode id={id} code={code} />
        </dd>
        <dt>{t`Date and time`}</dt>
        <dd>{formats.dateTime(at)}</dd>
        <dt>{t`Author`}</dt>
        <dd>{formatAccount(author)}</dd>
        {(addressee === '' || addressee !== name) && (
          <>
            <dt>{t`Recipient`}</dt>
            <dd>{addressee === '' ? t`No recipient` : addressee}</dd>
          </>
        )}
      </dl>
      <TextLink to="/ver/$id" params={{ id }}>
        <Trans>See answer</Trans>
      </TextLink>
    </>
  )
}
