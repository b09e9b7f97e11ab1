import { useEffect, useState } from 'react'
import { PREVIEW_LEFT, PREVIEW_READY, previewMessageSchema, type PreviewMessage } from '#domain/preview/index.ts'

/** What the editor around this frame has sent to be shown, and how many times. */
export type Previewed = { readonly message: PreviewMessage; readonly at: number }

/** Tells the window around that this page listens, and takes forms from it alone, and only from our own origin. */
export function usePreviewed(): Previewed | null {
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  useEffect(() => {
    const take = ({ origin, source, data }: MessageEvent<unknown>): void => {
      if (origin !== location.origin || source !== window.parent) return
      const message = previewMessageSchema.safeParse(data)
      if (message.success) setPreviewed((before) => ({ message: message.data, at: (before?.at ?? 0) + 1 }))
    }
    // Keys pressed in a frame never reach the dialog around it: without this, Escape would not close the preview.
    const leave = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && isFramed()) window.parent.postMessage(PREVIEW_LEFT, location.origin)
    }
    addEventListener('message', take)
    addEventListener('keydown', leave)
    if (isFramed()) window.parent.postMessage(PREVIEW_READY, location.origin)
    return () => {
      removeEventListener('message', take)
      removeEventListener('keydown', leave)
    }
  }, [])
  return previewed
}

/** Whether there is an editor around this page. */
export function isFramed(): boolean {
  return window.parent !== window
}
