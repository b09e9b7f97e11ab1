import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import type { MapDownload } from '#local/map/index.ts'
import { type DownloadState, type MapDownloader, getPageMapDownloader } from '#sync/map/index.ts'
import { useAccount } from '#ui/index.ts'

export type MapDownloadControl = {
  /** stored map, shared by all windows; null if there is no map, undefined while loading */
  readonly download: MapDownload | null | undefined
  /** status of this window's download */
  readonly state: DownloadState
  readonly downloader: MapDownloader
}

/** The offline map of this device. Resumes an unfinished download. */
export function useMapDownload(): MapDownloadControl {
  const { local } = useAccount()
  const downloader = useMemo(() => getPageMapDownloader(window, globalThis, local.account), [local])
  const download = useLiveQuery(async () => (await downloader.read()) ?? null, [downloader])
  useEffect(() => void downloader.run(), [downloader])
  return { download, state: useSyncExternalStore(downloader.subscribe, downloader.state), downloader }
}
