import { useCallback, useEffect, useState } from 'react'
import type { Camera, CameraProblem, OpenCamera } from './camera.ts'

/** The state of a requested camera. `ended`: the open camera was unplugged or its permission withdrawn. */
export type CameraState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly camera: Camera }
  | { readonly kind: 'missing'; readonly why: CameraProblem | 'ended' }

const OPENING: CameraState = { kind: 'opening' }

/** Keeps a camera open while the component is mounted. */
export function useCamera(open: OpenCamera): { readonly state: CameraState; readonly retry: () => void } {
  const [state, setState] = useState<CameraState>(OPENING)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isGone = false
    let camera: Camera | undefined
    const ended = (): void => {
      if (!isGone) setState({ kind: 'missing', why: 'ended' })
    }
    void open(ended).then((opened) => {
      if (typeof opened === 'string') {
        if (!isGone) setState({ kind: 'missing', why: opened })
        return
      }
      // Closes the camera if the screen was left while permission was requested.
      if (isGone) opened.close()
      else setState({ kind: 'open', camera: opened })
      camera = opened
    })
    return () => {
      isGone = true
      camera?.close()
    }
  }, [open, round])
  const retry = useCallback(() => {
    setState(OPENING)
    setRound((before) => before + 1)
  }, [])
  return { state, retry }
}
