import { useEffect, useRef, useState, useEffectEvent, type ReactNode, type RefObject } from 'react'
import { IconBulb, IconBulbOff, IconRefresh } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Loader } from '@mantine/core'
import { Banner } from '#ui/index.ts'
import { type Camera, type CameraProblem, type OpenCamera, openCamera } from '../scan/camera.ts'
import type { CodeReader } from '../scan/code-reader.ts'
import { useCamera } from '../scan/use-camera.ts'
import styles from './code-camera.module.css'
import type { QrReader } from './qr-reader.ts'

/**
 * Milliseconds between two reads of the camera's picture. Short enough to read a code that is held up briefly, long
 * enough to keep a phone cool.
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

/** Reasons why a picture cannot be used: it contains several codes, or the reader is not loaded. */
export type CameraPictureProblem = 'several' | 'unread'

/**
 * Reads codes from a camera's pictures. A single picture is sufficient, because QR codes have error correction, unlike
 * barcodes.
 * @param onCode called for each code that comes into view, unless there are several in the picture
 */
export function useCodeInView(
  video: RefObject<HTMLVideoElement | null>,
  reader: CodeReader | undefined,
  onCode: (text: string) => void,
): CameraPictureProblem | undefined {
  const [trouble, setTrouble] = useState<CameraPictureProblem>()
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
    const scanFrame = async (): Promise<void> => {
      const codes = video.current === null ? [] : await reader(video.current).catch(() => null)
      if (isOver) return
      const texts = [...new Set(codes?.filter(({ format }) => format === 'qr_code').map(({ text }) => text))]
      const several = texts.length > 1 ? 'several' : undefined
      setTrouble(codes === null ? 'unread' : several)
      take(texts)
      timer = setTimeout(() => void scanFrame(), codes === null ? RETRY : PAUSE)
    }
    timer = setTimeout(() => void scanFrame(), PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [video, reader])
  return trouble
}

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
  const { state, retry } = useCamera(open)
  const video = useRef<HTMLVideoElement>(null)
  const camera = state.kind === 'open' ? state.camera : null
  const reader = useReader(camera === null ? undefined : openReader)
  useEffect(() => {
    const shownVideo = video.current
    if (shownVideo === null || camera === null) return
    shownVideo.srcObject = camera.stream
    // `play` rejects if the screen was left in the meantime.
    shownVideo.play().catch(() => undefined)
    return () => {
      shownVideo.srcObject = null
    }
  }, [camera])
  const trouble = useCodeInView(video, camera === null ? undefined : reader, onCode)

  if (state.kind === 'missing') return <Missing why={state.why} retry={retry} />
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
    void opening.then((reader) => {
      if (!isGone) setOpened(reader)
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
      aria-label={t`Flashlight`}
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

function Missing({ why, retry }: { readonly why: CameraProblem | 'ended'; readonly retry: () => void }) {
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
          <Button variant="default" leftSection={<IconRefresh size={20} aria-hidden="true" />} onClick={retry}>
            <Trans>Try camera again</Trans>
          </Button>
        }
      >
        {reasons[why]}
      </Banner>
    </div>
  )
}
