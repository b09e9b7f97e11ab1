import { useEffect, useState } from 'react'
import { PREVIEW_READY, previewMessageSchema, type PreviewMessage } from '#domain/preview/index.ts'

/** What the editor around this frame has sent to be shown, and how many times. */
export type Previewed = { readonly message: PreviewMessage; readonly at: number }

/** Tells the window around that this page listens, and takes forms from it: from our own origin, and from nobody else's window. */
export function usePreviewed(): Previewed | null {
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  useEffect(() => {
    const take = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (origin !== location.origin || source !== window.parent) return
      const message = previewMessageSchema.safeParse(data)
      if (message.success) setPreviewed((before) => ({ message: message.data, at: (before?.at ?? 0) + 1 }))
    }
    addEventListener('message', take)
    if (isFramed()) window.parent.postMessage(PREVIEW_READY, location.origin)
    return () => removeEventListener('message', take)
  }, [])
  return previewed
}

/** Whether there is an editor around this page. */
export function isFramed(): boolean {
  return window.parent !== window
}
