import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { type MapDownload, openMapDownloads } from '#local/index.ts'
import { type DownloadState, type MapDownloader, pageMapDownloader } from '#sync/index.ts'
import { useAccount } from '#ui/index.ts'

const RESTING: DownloadState = { kind: 'resting' }
const never = (): (() => void) => () => undefined

export type MapDownloading = {
  /** what is stored, for every window; null: nothing, undefined: not read yet */
  readonly download: MapDownload | null | undefined
  /** what this window does about it */
  readonly state: DownloadState
  /** null until its file is here, and while it cannot be had */
  readonly downloader: MapDownloader | null
}

/** The map that this device fetches beforehand. One that was under way goes on. */
export function useMapDownload(): MapDownloading {
  const { local } = useAccount()
  const downloads = useMemo(() => openMapDownloads(), [])
  const download = useLiveQuery(async () => (await downloads.read()) ?? null, [downloads])
  const [downloader, setDownloader] = useState<MapDownloader | null>(null)
  useEffect(() => {
    let left = false
    pageMapDownloader(window, globalThis, local.account).then(
      (one) => {
        if (left) return
        setDownloader(one)
        void one.run()
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [local])
  const state = useSyncExternalStore(downloader?.subscribe ?? never, downloader?.state ?? (() => RESTING))
  return { download, state, downloader }
}
