export type Camera = {
  readonly stream: MediaStream
  /** switches the camera's light; missing if the camera has no light */
  readonly light?: (on: boolean) => Promise<void>
  readonly close: () => void
}

/** Reasons for a missing picture: permission refused, no camera, or camera in use. */
export type CameraProblem = 'refused' | 'none' | 'busy'

export type OpenCamera = (onEnded: () => void) => Promise<Camera | CameraProblem>

/** Requested resolution, sufficient for a small barcode. Cameras with less deliver their maximum. */
const CAMERA_CONSTRAINTS = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
} as const satisfies MediaStreamConstraints

/** TypeScript's track capabilities lack `torch`. */
type WithTorch = { readonly torch?: boolean }

/**
 * Opens the rear camera, or another camera if there is no rear camera.
 * @param onEnded called when the camera is unplugged or permission is withdrawn
 */
export const openCamera: OpenCamera = async (onEnded) => {
  // `mediaDevices` is missing without HTTPS.
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices }
  if (mediaDevices === undefined) return 'none'
  try {
    const stream = await mediaDevices.getUserMedia(CAMERA_CONSTRAINTS)
    const [track] = stream.getVideoTracks()
    const close = (): void => {
      for (const streamTrack of stream.getTracks()) streamTrack.stop()
    }
    if (track === undefined) {
      close()
      return 'none'
    }
    // `ended` is not fired if the page itself stops the track.
    track.addEventListener('ended', onEnded)
    const hasLight = (track.getCapabilities?.() as WithTorch | undefined)?.torch === true
    if (!hasLight) return { stream, close }
    const light = (torch: boolean): Promise<void> =>
      track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
    return { stream, close, light }
  } catch (error) {
    return toCameraProblem(error)
  }
}

function toCameraProblem(error: unknown): CameraProblem {
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
