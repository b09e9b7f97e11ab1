import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { CodeReader } from '../scan/code-reader.ts'

/** Between two pictures, milliseconds: a code is read while it is still being held up, and a phone stays cool. */
const PAUSE = 80
/** A code that was out of sight for so long comes anew; milliseconds. */
const FORGOTTEN = 3_000
/** The last code must be out of sight so long before another is taken, so that each verdict is seen; milliseconds */
const BETWEEN = 500
/** Until a reader that could not be had is tried again, milliseconds. */
const RETRY = 2_000

/** What a picture cannot give: it holds more than one code, or nothing reads it. */
export type Trouble = 'several' | 'unread'

/**
 * Looks at what a camera shows, while it does. One picture is enough: a QR code corrects itself, unlike a barcode.
 * @param onCode each code when it comes into sight; none of several in one picture
 */
export function useSighting(
  video: RefObject<HTMLVideoElement | null>,
  reader: CodeReader | undefined,
  onCode: (text: string) => void,
): Trouble | undefined {
  const [trouble, setTrouble] = useState<Trouble>()
  const found = useEffectEvent(onCode)
  useEffect(() => {
    if (reader === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const seen = new Map<string, number>()
    const take = (texts: readonly string[]): void => {
      const now = performance.now()
      for (const [text, at] of seen) if (now - at >= FORGOTTEN) seen.delete(text)
      for (const text of texts) if (seen.has(text)) seen.set(text, now)
      const [text] = texts
      if (text === undefined || texts.length > 1 || seen.has(text)) return
      if ([...seen.values()].some((at) => now - at < BETWEEN)) return
      seen.set(text, now)
      found(text)
    }
    const look = async (): Promise<void> => {
      const codes = video.current === null ? [] : await reader(video.current).catch(() => null)
      if (isOver) return
      const texts = [...new Set(codes?.filter(({ format }) => format === 'qr_code').map(({ text }) => text))]
      setTrouble(codes === null ? 'unread' : texts.length > 1 ? 'several' : undefined)
      take(texts)
      timer = setTimeout(() => void look(), codes === null ? RETRY : PAUSE)
    }
    timer = setTimeout(() => void look(), PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [video, reader])
  return trouble
}
