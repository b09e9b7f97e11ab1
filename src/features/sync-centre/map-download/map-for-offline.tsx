import { useEffect, useRef, useState } from 'react'
import { Button, Progress, Stack } from '@mantine/core'
import { IconDownload, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { LatLng } from '#domain/places/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import '@mantine/core/styles/Progress.layer.css'
import { getMunicipality, type Problem } from '#domain/kernel/index.ts'
import type { MapDownload } from '#local/map/index.ts'
import type { DownloadState, MapDownloader } from '#sync/map/index.ts'
import {
  Banner,
  Item,
  ItemList,
  ListSkeleton,
  PageSection,
  StatusBadge,
  useFormats,
  useProblemText,
  useProfile,
  DeleteButton,
  FormDialog,
} from '#ui/index.ts'
import { ChooseMapDialog } from './choose-map.tsx'
import { useMapDownload } from './use-map-download.ts'

/** The offline map of the user's municipality: progress and actions. */
export function OfflineMapSection() {
  const { t } = useLingui()
  const { download, state, downloader } = useMapDownload()
  const part = useFocusKept(download === undefined ? undefined : download !== null)
  return (
    <PageSection title={t`Map for offline use`}>
      <div ref={part} role="group" tabIndex={-1} aria-label={t`Map for offline use`}>
        {download === undefined && <ListSkeleton rows={1} />}
        {download === null && <MapDownloadOffer downloader={downloader} />}
        {download !== null && download !== undefined && (
          <DownloadedMap download={download} state={state} downloader={downloader} />
        )}
      </div>
    </PageSection>
  )
}

/** Keeps the focus in this section when the pressed button is removed. */
function useFocusKept(isHere: boolean | undefined) {
  const part = useRef<HTMLDivElement>(null)
  const was = useRef<boolean>(undefined)
  useEffect(() => {
    if (was.current !== undefined && was.current !== isHere && document.activeElement === document.body)
      part.current?.focus()
    was.current = isHere
  }, [isHere])
  return part
}

function MapDownloadOffer({ downloader }: { readonly downloader: MapDownloader }) {
  const profile = useProfile()
  const [choosing, setChoosing] = useState(false)
  const centres = profile === null ? [] : listMapCentres(profile)
  if (centres.length === 0) {
    return (
      <p>
        <Trans>An administrator must set the centre of your municipality on the map before you can download it.</Trans>
      </p>
    )
  }
  return (
    <Stack gap="sm" align="flex-start">
      <p>
        <Trans>
          Offline, maps show only the areas already viewed on this device. Download the map of your municipality to see
          all of it.
        </Trans>
      </p>
      <Button
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        onClick={() => setChoosing(true)}
      >
        <Trans>Download map</Trans>
      </Button>
      {choosing && <ChooseMapDialog centres={centres} downloader={downloader} onClose={() => setChoosing(false)} />}
    </Stack>
  )
}

type TheMapProps = {
  readonly download: MapDownload
  readonly state: DownloadState
  readonly downloader: MapDownloader
}

function DownloadedMap({ download, state, downloader }: TheMapProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const { tiles, total, bytes, going, at } = download
  const isWhole = tiles >= total
  const percent = Math.floor((tiles / Math.max(1, total)) * 100)
  return (
    <Stack gap="sm">
      <ItemList label={t`Map for offline use`}>
        <Item
          title={
            <div role="status">
              <Phase download={download} state={state} />
            </div>
          }
          details={
            isWhole
              ? [
                  formats.bytes(bytes),
                  t`Downloaded on ${formats.date(at)}`,
                  ...(download.isCut ? [t`The most detailed zoom levels were left out to stay under 200 MB.`] : []),
                ]
              : [
                  t`Parts: ${formats.number(tiles)} of ${formats.number(total)}`,
                  formats.bytes(bytes),
                  ...(going ? [t`Keep the app open until the download finishes.`] : []),
                ]
          }
        >
          {!isWhole && (
            <Button
              variant="default"
              leftSection={
                going ? (
                  <IconPlayerPause size={20} aria-hidden="true" />
                ) : (
                  <IconPlayerPlay size={20} aria-hidden="true" />
                )
              }
              onClick={() => void (going ? downloader.pause() : downloader.resume())}
            >
              {going ? <Trans>Pause</Trans> : <Trans>Resume</Trans>}
            </Button>
          )}
          <RemoveMap downloader={downloader} bytes={bytes} />
        </Item>
      </ItemList>
      {!isWhole && <Progress value={percent} aria-label={t`Map downloaded: ${percent}%`} />}
      {!isWhole && !going && state.kind === 'stopped' && <Stopped problem={state.problem} tiles={tiles} />}
    </Stack>
  )
}

/** Badge with the status of the download. */
function Phase({ download: { tiles, total, going }, state }: Pick<TheMapProps, 'download' | 'state'>) {
  if (tiles >= total) {
    return (
      <StatusBadge tone="received">
        <Trans>Maps available offline</Trans>
      </StatusBadge>
    )
  }
  if (!going) {
    return (
      <StatusBadge tone="attention">
        <Trans>Paused</Trans>
      </StatusBadge>
    )
  }
  return (
    <StatusBadge tone="waiting">
      {state.kind === 'waiting' ? <Trans>Waiting for a connection</Trans> : <Trans>Downloading map</Trans>}
    </StatusBadge>
  )
}

type StoppedProps = { readonly problem: Problem; readonly tiles: number }

function Stopped({ problem, tiles }: StoppedProps) {
  return (
    <div role="alert">
      <Banner tone="attention">
        <MapStopReason problem={problem} tiles={tiles} />
      </Banner>
    </div>
  )
}

function MapStopReason({ problem, tiles }: StoppedProps) {
  const problemText = useProblemText()
  if (problem.code === 'device.storage-full')
    return (
      <Trans>
        Not enough space on this device. The remaining space is reserved for photos and answers. Your work is safe.
      </Trans>
    )
  if (problem.code === 'map.tile-failed' && tiles > 0)
    return <Trans>Some parts of the map could not be downloaded. Press Resume to try again.</Trans>
  return problemText(problem)
}

/** Centres of the map: the positions of the areas' municipalities, as areas have no bounds. */
function listMapCentres({ areas, municipality, municipalities = [] }: Profile): readonly LatLng[] {
  const ownMunicipalityPaths = new Set(areas.map(getMunicipality))
  return [municipality, ...municipalities].flatMap(({ path, ubicacion }) =>
    ownMunicipalityPaths.has(path) && ubicacion !== undefined ? [ubicacion] : [],
  )
}

type RemoveMapProps = { readonly downloader: MapDownloader; readonly bytes: number }

/** Deletes the downloaded map after confirmation. */
function RemoveMap({ downloader, bytes }: RemoveMapProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function remove(): Promise<void> {
    const result = await downloader.remove()
    // On success this section is removed, so nothing else has to be done.
    if (!result.ok) setProblem(result.problem)
  }
  return (
    <>
      <DeleteButton onClick={() => setAsking(true)}>
        <Trans>Remove</Trans>
      </DeleteButton>
      <FormDialog
        danger
        opened={asking}
        title={t`Remove the downloaded map?`}
        submit={<Trans>Remove map</Trans>}
        failure={problem === null ? null : problemText(problem)}
        onSubmit={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>
          <Trans>This frees {formats.bytes(bytes)}. To use the map offline again, you must download it again.</Trans>
        </p>
      </FormDialog>
    </>
  )
}
