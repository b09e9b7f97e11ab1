import { useEffect, useRef, type RefObject } from 'react'
import { previewReadySchema, type PreviewMessage } from '#domain/preview/index.ts'

/** A frame with the preview's page: hands it the form once it says that it listens, however often it is loaded. */
export function useFrame(message: PreviewMessage): RefObject<HTMLIFrameElement | null> {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(message)
  useEffect(() => {
    latest.current = message
  })
  useEffect(() => {
    const answer = ({ origin, source, data }: MessageEvent<unknown>): void => {
      const page = frame.current?.contentWindow
      if (page === undefined || page === null || source !== page || origin !== location.origin) return
      if (previewReadySchema.safeParse(data).success) page.postMessage(latest.current, location.origin)
    }
    addEventListener('message', answer)
    return () => removeEventListener('message', answer)
  }, [])
  return frame
}
