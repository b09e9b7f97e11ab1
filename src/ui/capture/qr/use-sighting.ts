import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { CodeReader } from '../scan/code-reader.ts'

/**
 * Milliseconds between two pictures. Short enough to read a code that is held up briefly, long enough to keep a phone
 * cool.
 */
const PAUSE = 80
/** Milliseconds out of view after which the same code is reported again. */
const FORGET_MS = 3_000
/**
 * Milliseconds that the last code must be out of view before another code is reported, so that each verdict is seen.
 */
const MIN_GAP_MS = 500
/** Interval between attempts to load a reader, milliseconds. */
const RETRY = 2_000

/** Why a picture cannot be used: it contains several codes, or the reader is not loaded. */
export type SightingProblem = 'several' | 'unread'

/**
 * Reads codes from a camera's pictures. A single picture is sufficient, because QR codes have error correction, unlike
 * barcodes.
 * @param onCode called for each code that comes into view, unless there are several in the picture
 */
export function useSighting(
  video: RefObject<HTMLVideoElement | null>,
  reader: CodeReader | undefined,
  onCode: (text: string) => void,
): SightingProblem | undefined {
  const [trouble, setTrouble] = useState<SightingProblem>()
  const found = useEffectEvent(onCode)
  useEffect(() => {
    if (reader === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const seen = new Map<string, number>()
    const take = (texts: readonly string[]): void => {
      const now = performance.now()
      for (const [text, at] of seen) if (now - at >= FORGET_MS) seen.delete(text)
      for (const text of texts) if (seen.has(text)) seen.set(text, now)
      const [text] = texts
      if (text === undefined || texts.length > 1 || seen.has(text)) return
      if ([...seen.values()].some((at) => now - at < MIN_GAP_MS)) return
      seen.set(text, now)
      found(text)
    }
    const look = async (): Promise<void> => {
      const codes = video.current === null ? [] : await reader(video.current).catch(() => null)
      if (isOver) return
      const texts = [...new Set(codes?.filter(({ format }) => format === 'qr_code').map(({ text }) => text))]
      const several = texts.length > 1 ? 'several' : undefined
      setTrouble(codes === null ? 'unread' : several)
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
