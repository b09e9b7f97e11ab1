import { useEffect, useState } from 'react'
import { Button, Radio, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { LatLng } from '#domain/places/index.ts'
import { MAP_MAX_ZOOM, type Problem } from '#domain/kernel/index.ts'
import {
  buildBoxAround,
  pickLargestTileSet,
  MAP_TILES_PER_SECOND,
  MAP_DOWNLOAD_RADII_KM,
  type SizedTileSet,
} from '#domain/maps/index.ts'
import { estimateFreeSpace, readStorageState } from '#local/index.ts'
import type { MapDownloader, MapSource } from '#sync/map/index.ts'
import { useMap } from '#ui/map/index.ts'
import { FormDialog, ListSkeleton, useFormats, useProblemText } from '#ui/index.ts'

type ChooseMapProps = {
  /** centres of the regions to download; the tiles' size in bytes is estimated from samples at the first one */
  readonly centres: readonly LatLng[]
  readonly downloader: MapDownloader
  readonly onClose: () => void
}

type Sizes =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'here'; readonly sets: readonly OfferedMap[] }

/** A map of a given radius. `fits` is true if enough storage for photos is left. */
type OfferedMap = { readonly reach: number; readonly set: SizedTileSet; readonly fits: boolean }

const USUAL_REACH = 10

/** Selects the radius of the map, and shows the size of the download before it starts. */
export function ChooseMapDialog({ centres, downloader, onClose }: ChooseMapProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { source } = useMap()
  const [sizes, setSizes] = useState<Sizes>({ kind: 'asking' })
  const [picked, setPicked] = useState<number | null>(null)
  const [failure, setFailure] = useState<Problem | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let hasLeft = false
    void computeTileSets(centres, downloader, source).then((foundSizes) => {
      if (!hasLeft) setSizes(foundSizes)
    })
    return () => {
      hasLeft = true
    }
    // Runs once per attempt, not again when the profile is refreshed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [downloader, attempt])

  const sets = sizes.kind === 'here' ? sizes.sets : []
  const chosenOfferedMap = sets.find(({ reach }) => reach === picked) ?? pickDefaultSet(sets)
  async function begin(): Promise<void> {
    if (chosenOfferedMap === undefined) return
    const result = await downloader.begin(chosenOfferedMap.set)
    if (result.ok) onClose()
    else setFailure(result.problem)
  }
  const problem = sizes.kind === 'failed' ? sizes.problem : failure
  return (
    <FormDialog
      title={t`Download map`}
      submit={<Trans>Download</Trans>}
      disabled={chosenOfferedMap?.fits !== true}
      failure={problem === null ? null : <MapDownloadRefusal problem={problem} text={problemText(problem)} />}
      extra={
        sizes.kind === 'failed' && (
          <Button
            variant="default"
            onClick={() => {
              setSizes({ kind: 'asking' })
              setAttempt(attempt + 1)
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        )
      }
      onSubmit={() => void begin()}
      onClose={onClose}
    >
      {sizes.kind === 'asking' && (
        <>
          <p role="status">
            <Trans>Calculating size…</Trans>
          </p>
          <ListSkeleton rows={3} />
        </>
      )}
      {sizes.kind === 'here' && (
        <Radio.Group
          label={t`Distance from the centre of the municipality`}
          value={chosenOfferedMap === undefined ? null : String(chosenOfferedMap.reach)}
          onChange={(value) => setPicked(Number(value))}
        >
          <Stack gap="sm" mt="xs">
            {sets.map((offeredMap) => (
              <MapReachChoice key={offeredMap.reach} offered={offeredMap} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  )
}

function MapReachChoice({ offered: { reach, set, fits } }: { readonly offered: OfferedMap }) {
  const { t } = useLingui()
  const formats = useFormats()
  const minutes = Math.ceil(set.tiles / MAP_TILES_PER_SECOND / 60)
  const isCoarse = set.zoom < MAP_MAX_ZOOM
  return (
    <Radio
      value={String(reach)}
      disabled={!fits}
      label={t`${reach} km`}
      description={
        fits ? (
          <>
            <Trans>
              About {formats.bytes(set.bytes)}, up to {minutes} min
            </Trans>
            {isCoarse && (
              <>
                {' · '}
                <Trans>less detail, to reduce the download</Trans>
              </>
            )}
          </>
        ) : (
          <Trans>About {formats.bytes(set.bytes)}. This would not leave enough space for photos on this device</Trans>
        )
      }
    />
  )
}

/** The preselected map: the largest that fits, up to the size of a town. */
function pickDefaultSet(sets: readonly OfferedMap[]): OfferedMap | undefined {
  return sets.findLast(({ reach, fits }) => fits && reach <= USUAL_REACH)
}

function MapDownloadRefusal({ problem: { code }, text }: { readonly problem: Problem; readonly text: string }) {
  if (code === 'network.unreachable')
    return <Trans>Connect to the internet to see the download size. Maps already viewed on this device are kept.</Trans>
  if (code === 'connector.not-configured') return <Trans>Maps are not available on this server.</Trans>
  return text
}

/** The selectable maps: for each radius the highest zoom within 200 MB. */
async function computeTileSets(
  centres: readonly LatLng[],
  downloader: MapDownloader,
  source: MapSource,
): Promise<Sizes> {
  const [centre] = centres
  if (centre === undefined) return { kind: 'here', sets: [] }
  const sample = await downloader.sample(centre)
  if (!sample.ok) return { kind: 'failed', problem: sample.problem }
  // Loads layers and attribution as well, because the map cannot be opened offline without them.
  const facts = await source.facts()
  if (!facts.ok) return { kind: 'failed', problem: facts.problem }
  const storage = await readStorageState(navigator.storage)
  const sets = MAP_DOWNLOAD_RADII_KM.map((reach) => {
    const boxes = centres.map((point) => buildBoxAround(point, reach))
    const set = pickLargestTileSet(boxes, (zoom) => sample.value.get(zoom) ?? 0)
    const usage = storage.usage === null ? null : storage.usage + set.bytes
    const { kind } = estimateFreeSpace({ ...storage, usage })
    return { reach, set, fits: kind === 'ample' || kind === 'unknown' }
  })
  return { kind: 'here', sets }
}
