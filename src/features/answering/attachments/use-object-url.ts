import { useEffect, useState } from 'react'
import type { FileClaim } from '#domain/answering/index.ts'
import { useFormContext } from '../form/form-context.ts'

/** @returns an object URL for an <img>; null while loading, 'missing' when the bytes are not on this device */
export function useObjectUrl(claim: FileClaim | undefined): string | null {
  const { files } = useFormContext()
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (claim === undefined) return
    let made: string | null = null
    let isGone = false
    const show = async (): Promise<void> => {
      const data = await files.load(claim)
      if (isGone) return
      made = data === undefined ? null : URL.createObjectURL(new Blob([data], { type: claim.type }))
      setUrl(made ?? 'missing')
    }
    void show()
    return () => {
      isGone = true
      setUrl(null)
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [claim, files])
  return url
}
