import { useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { sha256Schema } from '#domain/kernel/index.ts'
import { loadFile } from '#local/index.ts'
import { fetchFileBytes, isFramedView, useAccount } from '#ui/index.ts'

type NamedFile = { readonly sha256: string; readonly bytes?: number; readonly type: string; readonly url: string }

/**
 * A URL to display a file: the device's own bytes if stored, else the server's.
 * @returns undefined while loading
 */
export function useFileUrl(file: NamedFile): string | undefined {
  const { local, bytes: fetchBytes } = useAccount()
  const { sha256, bytes, type, url } = file
  const [own, setOwn] = useState<string>()
  const data = useLiveQuery(async () => {
    const hash = sha256Schema.safeParse(sha256)
    if (!hash.success || bytes === undefined) return null
    return (await loadFile(local, { sha256: hash.data, bytes })) ?? null
  }, [local, sha256, bytes])
  const [fetched, setFetched] = useState<ArrayBuffer>()
  // Embedded pages send no cookie with image requests, and citizens have no cookie, so the bytes are fetched instead.
  const read = fetchBytes ?? (isFramedView() ? fetchFileBytes : undefined)
  const isElsewhere = data === null && read !== undefined
  useEffect(() => {
    let hasLeft = false
    if (isElsewhere) void read(url).then((bytesOf) => !hasLeft && setFetched(bytesOf))
    return () => {
      hasLeft = true
    }
  }, [isElsewhere, read, url])
  const shownBuffer = data ?? fetched
  useEffect(() => {
    if (shownBuffer === undefined) return
    const made = URL.createObjectURL(new Blob([shownBuffer], { type }))
    setOwn(made)
    return () => {
      URL.revokeObjectURL(made)
      setOwn(undefined)
    }
  }, [shownBuffer, type])
  return data === null && !isElsewhere ? url : own
}
