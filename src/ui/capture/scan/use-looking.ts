import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { CodeReader, FoundCode } from './code-reader.ts'
import { REMEMBERED, steadyCodes } from './steady.ts'

/** Between two pictures, milliseconds: no wait that a user notices, and a phone stays cool. */
const PAUSE = 120

/** Looks at what a camera shows until codes are sure. @param isLooking whether it should */
export function useLooking(
  video: RefObject<HTMLVideoElement | null>,
  reader: CodeReader,
  isLooking: boolean,
  onFound: (codes: readonly FoundCode[]) => void,
): void {
  const found = useEffectEvent(onFound)
  useEffect(() => {
    if (!isLooking) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let pictures: readonly (readonly FoundCode[])[] = []
    const look = async (): Promise<void> => {
      const codes = video.current === null ? [] : await reader(video.current)
      if (isOver) return
      pictures = [...pictures, codes].slice(-REMEMBERED)
      const sure = steadyCodes(pictures)
      if (sure.length > 0) found(sure)
      else timer = setTimeout(() => void look(), PAUSE)
    }
    timer = setTimeout(() => void look(), PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [video, reader, isLooking])
}
