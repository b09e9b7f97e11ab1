import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { CodeReader } from '../scan/code-reader.ts'

/** Between two pictures, milliseconds: a code is read while it is still being held up, and a phone stays cool. */
const PAUSE = 80
/** A code that was out of sight for so long comes anew; milliseconds. */
const FORGOTTEN = 3_000

/**
 * Looks at what a camera shows, for as long as it shows it. One picture is enough: a QR code carries its own correction, unlike a barcode.
 * @param onCode each code when it comes into sight
 */
export function useSighting(
  video: RefObject<HTMLVideoElement | null>,
  reader: CodeReader | undefined,
  onCode: (text: string) => void,
): void {
  const found = useEffectEvent(onCode)
  useEffect(() => {
    if (reader === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const seen = new Map<string, number>()
    const look = async (): Promise<void> => {
      const codes = video.current === null ? [] : await reader(video.current)
      if (isOver) return
      const now = performance.now()
      for (const { text } of codes) {
        const isNew = now - (seen.get(text) ?? Number.NEGATIVE_INFINITY) >= FORGOTTEN
        seen.set(text, now)
        if (isNew) found(text)
      }
      timer = setTimeout(() => void look(), PAUSE)
    }
    timer = setTimeout(() => void look(), PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [video, reader])
}
