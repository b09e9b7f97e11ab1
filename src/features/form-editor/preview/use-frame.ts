import { useEffect, useRef, type RefObject } from 'react'
import { frameMessageSchema, type PreviewMessage } from '#domain/preview/index.ts'

/** The preview's frame: gets the form each time that it says it listens. `onLeft`: Escape was pressed in it. */
export function useFrame(message: PreviewMessage, onLeft: () => void): RefObject<HTMLIFrameElement | null> {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef({ message, onLeft })
  useEffect(() => {
    latest.current = { message, onLeft }
  })
  useEffect(() => {
    const answer = ({ origin, source, data }: MessageEvent<unknown>): void => {
      const page = frame.current?.contentWindow
      if (page === undefined || page === null || source !== page || origin !== location.origin) return
      const said = frameMessageSchema.safeParse(data)
      if (!said.success) return
      if (said.data.relevo === 'preview-ready') page.postMessage(latest.current.message, location.origin)
      else latest.current.onLeft()
    }
    addEventListener('message', answer)
    return () => removeEventListener('message', answer)
  }, [])
  return frame
}
