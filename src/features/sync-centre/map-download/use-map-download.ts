import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import type { MapDownload } from '#local/map/index.ts'
import { type DownloadState, type MapDownloader, pageMapDownloader } from '#sync/map/index.ts'
import { useAccount } from '#ui/index.ts'

export type MapDownloading = {
  /** what is stored, for every window; null: nothing, undefined: not read yet */
  readonly download: MapDownload | null | undefined
  /** what this window does about it */
  readonly state: DownloadState
  readonly downloader: MapDownloader
}

/** The map that this device fetches beforehand. One that was under way goes on. */
export function useMapDownload(): MapDownloading {
  const { local } = useAccount()
  const downloader = useMemo(() => pageMapDownloader(window, globalThis, local.account), [local])
  const download = useLiveQuery(async () => (await downloader.read()) ?? null, [downloader])
  useEffect(() => void downloader.run(), [downloader])
  return { download, state: useSyncExternalStore(downloader.subscribe, downloader.state), downloader }
}
