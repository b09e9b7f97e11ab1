import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconBulb, IconBulbOff, IconRefresh } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Loader } from '@mantine/core'
import { Banner } from '#ui/index.ts'
import { type Camera, type CameraProblem, type OpenCamera, openCamera } from '../scan/camera.ts'
import { useCamera } from '../scan/use-camera.ts'
import styles from './code-camera.module.css'
import type { QrReader } from './qr-reader.ts'
import { useSighting } from './use-sighting.ts'

export type CodeCameraProps = {
  /** called once for each code that comes into view */
  readonly onCode: (text: string) => void
  /** opens a camera; defaults to the browser's, and is replaced in tests */
  readonly open?: OpenCamera
  readonly openReader?: () => Promise<QrReader>
}

/** Loads the reader, once there is a camera. */
async function openQrReader(): Promise<QrReader> {
  return (await import('./qr-reader.ts')).openQrReader()
}

/** Shows the camera's picture and reports the codes in it. */
export function CodeCamera({ onCode, open = openCamera, openReader = openQrReader }: CodeCameraProps) {
  const { state, again } = useCamera(open)
  const video = useRef<HTMLVideoElement>(null)
  const camera = state.kind === 'open' ? state.camera : null
  const reader = useReader(camera === null ? undefined : openReader)
  useEffect(() => {
    const shown = video.current
    if (shown === null || camera === null) return
    shown.srcObject = camera.stream
    // Rejects if the screen was left in the meantime.
    shown.play().catch(() => undefined)
    return () => {
      shown.srcObject = null
    }
  }, [camera])
  const trouble = useSighting(video, camera === null ? undefined : reader, onCode)

  if (state.kind === 'missing') return <Missing why={state.why} again={again} />
  return (
    <div className={`r-centred r-anchor ${styles['camera']}`}>
      <video ref={video} muted playsInline aria-hidden="true" />
      {camera === null ? (
        <p className={`r-line r-gap-12 r-middle r-anchor ${styles['wait']}`} role="status">
          <Loader aria-hidden="true" /> <Trans>Starting camera…</Trans>
        </p>
      ) : (
        <div className={`r-anchor ${styles['aim']}`} aria-hidden="true" />
      )}
      <p className={`r-pad-8 ${styles['trouble']}`} role="status">
        {trouble === 'several' && <Trans>Hold up one ticket at a time.</Trans>}
        {trouble === 'unread' && <Trans>Codes cannot be read right now. Enter the number.</Trans>}
      </p>
      {camera?.light !== undefined && <Light set={camera.light} />}
    </div>
  )
}

/** @param open opens the reader; undefined while there is nothing to read */
function useReader(open: (() => Promise<QrReader>) | undefined): QrReader['reader'] | undefined {
  const [opened, setOpened] = useState<QrReader>()
  useEffect(() => {
    if (open === undefined) return
    let isGone = false
    const opening = open()
    void opening.then((found) => {
      if (!isGone) setOpened(found)
    })
    return () => {
      isGone = true
      setOpened(undefined)
      void opening.then(({ end }) => end())
    }
  }, [open])
  return opened?.reader
}

function Light({ set }: { readonly set: NonNullable<Camera['light']> }) {
  const { t } = useLingui()
  const [isOn, setOn] = useState(false)
  const Shape = isOn ? IconBulbOff : IconBulb
  return (
    <ActionIcon
      className={styles['light'] ?? ''}
      variant="default"
      size="var(--r-target)"
      aria-label={t`Light`}
      aria-pressed={isOn}
      onClick={() =>
        void set(!isOn).then(
          () => setOn(!isOn),
          () => undefined,
        )
      }
    >
      <Shape size={22} aria-hidden="true" />
    </ActionIcon>
  )
}

function Missing({ why, again }: { readonly why: CameraProblem | 'ended'; readonly again: () => void }) {
  const reasons: Readonly<Record<typeof why, ReactNode>> = {
    refused: <Trans>Camera access is blocked. Allow it in the browser settings or enter the number.</Trans>,
    none: <Trans>No camera found. Use a scanner or enter the number.</Trans>,
    busy: <Trans>The camera is not available. Another app may be using it.</Trans>,
    ended: <Trans>The camera has stopped.</Trans>,
  }
  return (
    <div role="status">
      <Banner
        tone="attention"
        action={
          <Button variant="default" leftSection={<IconRefresh size={20} aria-hidden="true" />} onClick={again}>
            <Trans>Try camera again</Trans>
          </Button>
        }
      >
        {reasons[why]}
      </Banner>
    </div>
  )
}
