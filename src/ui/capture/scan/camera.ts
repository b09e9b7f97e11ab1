/** A camera that is on. */
export type Camera = {
  readonly stream: MediaStream
  /** switches its light; missing: it has none */
  readonly light?: (on: boolean) => Promise<void>
  readonly close: () => void
}

/** Why there is no picture: it may not be used, there is none, something else uses it. */
export type CameraProblem = 'refused' | 'none' | 'busy'

export type OpenCamera = (onEnded: () => void) => Promise<Camera | CameraProblem>

/** Fine enough for the lines of a small barcode; a camera that has less gives what it has. */
const WANTED = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
} as const satisfies MediaStreamConstraints

/** Not in TypeScript's list of what a track can do. */
type WithTorch = { readonly torch?: boolean }

/** The camera that looks away from the user, or any. @param onEnded taken away: unplugged, or permission withdrawn */
export const openCamera: OpenCamera = async (onEnded) => {
  // Without HTTPS there is no such list at all.
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices }
  if (mediaDevices === undefined) return 'none'
  try {
    const stream = await mediaDevices.getUserMedia(WANTED)
    const [track] = stream.getVideoTracks()
    const close = (): void => {
      for (const one of stream.getTracks()) one.stop()
    }
    if (track === undefined) {
      close()
      return 'none'
    }
    // Not said of a track that is stopped from here.
    track.addEventListener('ended', onEnded)
    const hasLight = (track.getCapabilities?.() as WithTorch | undefined)?.torch === true
    if (!hasLight) return { stream, close }
    const light = (torch: boolean): Promise<void> =>
      track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
    return { stream, close, light }
  } catch (error) {
    return problemOf(error)
  }
}

function problemOf(error: unknown): CameraProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'none'
  }
}
