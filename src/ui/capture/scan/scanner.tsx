import { useEffect, useRef, useState, useEffectEvent, type ReactNode, type RefObject } from 'react'
import { IconBulb, IconBulbOff, IconCamera, IconRefresh } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { Banner, Dialog, FileChooser } from '#ui/index.ts'
import { type OpenCamera, openCamera } from './camera.ts'
import type { CodeReader, FoundCode } from './code-reader.ts'
import { FoundCodes } from './found-codes.tsx'
import styles from './scanner.module.css'
import { type CameraState, useCamera } from './use-camera.ts'

/** Number of recent pictures whose codes are counted. Other codes seen in them are offered next to a certain code. */
const MAX_REMEMBERED_FRAMES = 4
/** Number of pictures that must contain a code. Blurred pictures are misread, but rarely twice in the same way. */
const MIN_SIGHTINGS = 2

/**
 * @param pictures codes of the last pictures, at most {@link MAX_REMEMBERED_FRAMES}
 * @returns codes, most frequent first; empty until a code was seen in {@link MIN_SIGHTINGS} pictures
 */
export function findSteadyCodes(pictures: readonly (readonly FoundCode[])[]): readonly FoundCode[] {
  const seen = new Map<string, { readonly code: FoundCode; readonly times: number }>()
  for (const code of pictures.flat()) {
    const name = `${code.format} ${code.text}`
    seen.set(name, { code, times: (seen.get(name)?.times ?? 0) + 1 })
  }
  const all = [...seen.values()].toSorted((a, b) => b.times - a.times)
  return (all[0]?.times ?? 0) < MIN_SIGHTINGS ? [] : all.map(({ code }) => code)
}

/** Milliseconds between two pictures. Not noticeable, but long enough to keep a phone cool. */
const PAUSE = 120

/**
 * Reads a camera's pictures until codes are certain.
 * @param isLooking whether to read pictures
 */
function useScanLoop(
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
    const scanFrame = async (): Promise<void> => {
      const codes = video.current === null ? [] : await reader(video.current)
      if (isOver) return
      pictures = [...pictures, codes].slice(-MAX_REMEMBERED_FRAMES)
      const sure = findSteadyCodes(pictures)
      if (sure.length > 0) found(sure)
      else timer = setTimeout(() => void scanFrame(), PAUSE)
    }
    timer = setTimeout(() => void scanFrame(), PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [video, reader, isLooking])
}

export type ScannerProps = {
  /** title of the question that the code is for */
  readonly subject: string
  /** current value, which is not replaced without confirmation; empty if there is no value */
  readonly present: string
  readonly reader: CodeReader
  /** returns the value to store for a code, or why the code is not accepted */
  readonly judge: (code: FoundCode) => CodeVerdict
  readonly onTake: (text: string, code: FoundCode) => void
  readonly onCancel: () => void
  /** opens a camera; defaults to the browser's, and is replaced in tests */
  readonly open?: OpenCamera
}

type CodeVerdict = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string }

/**
 * Reads a barcode or QR code with the camera or from a photo. A single accepted code that replaces no value is taken
 * automatically. Otherwise the user chooses between the codes.
 */
export function Scanner({ subject, present, reader, judge, onTake, onCancel, open = openCamera }: ScannerProps) {
  const { t } = useLingui()
  const { state, retry } = useCamera(open)
  const [codes, setCodes] = useState<readonly FoundCode[]>([])
  const isShown = codes.length > 0

  const found = (sure: readonly FoundCode[]): void => {
    const [only, ...others] = sure
    const verdict = only === undefined || others.length > 0 ? undefined : judge(only)
    if (only !== undefined && verdict?.ok === true && (present === '' || present === verdict.text))
      onTake(verdict.text, only)
    else setCodes(sure)
  }

  return (
    <Dialog opened title={t`Scan a code`} classNames={{ body: 'r-column r-gap-12' }} onClose={onCancel}>
      <p className="r-breaks r-strong">{subject}</p>
      {state.kind === 'missing' ? (
        <WithoutCamera why={state.why} reader={reader} onFound={found} onAgain={retry} />
      ) : (
        <CodeFinder state={state} reader={reader} isStill={isShown} onFound={found} />
      )}
      {isShown && (
        <FoundCodes codes={codes} present={present} judge={judge} onTake={onTake}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={20} aria-hidden="true" />}
            onClick={({ currentTarget }) => {
              keepFocus(currentTarget)
              setCodes([])
            }}
          >
            <Trans>Scan again</Trans>
          </Button>
        </FoundCodes>
      )}
    </Dialog>
  )
}

/** Keeps the focus in the dialog when a pressed button disappears. */
function keepFocus(button: HTMLElement): void {
  button.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true })
}

type FinderProps = {
  readonly state: Exclude<CameraState, { kind: 'missing' }>
  readonly reader: CodeReader
  readonly onFound: (codes: readonly FoundCode[]) => void
  /** whether the picture with the found codes is frozen */
  readonly isStill: boolean
}

/** Shows the camera's picture and reads it until codes are found. */
function CodeFinder({ state, reader, onFound, isStill }: FinderProps) {
  const camera = state.kind === 'open' ? state.camera : null
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const shownVideo = video.current
    if (shownVideo === null || camera === null) return
    shownVideo.srcObject = camera.stream
    return () => {
      shownVideo.srcObject = null
    }
  }, [camera])
  useEffect(() => {
    const shownVideo = video.current
    if (shownVideo === null || camera === null) return
    // `play` rejects if the dialog was closed in the meantime.
    if (isStill) shownVideo.pause()
    else shownVideo.play().catch(() => undefined)
  }, [camera, isStill])
  useScanLoop(video, reader, camera !== null && !isStill, onFound)
  return (
    <>
      <div className={`r-centred r-anchor ${styles['finder']}`} data-still={isStill}>
        <video ref={video} muted playsInline aria-hidden="true" />
        {camera === null && <Loader className={`r-anchor ${styles['wait']}`} aria-hidden="true" />}
        {camera !== null && !isStill && <div className={`r-anchor ${styles['aim']}`} aria-hidden="true" />}
      </div>
      {!isStill && (
        <p className="r-soft r-small" role="status">
          {camera === null ? (
            <Trans>Starting camera…</Trans>
          ) : (
            <Trans>Point the camera at the barcode or QR code. You can also type it.</Trans>
          )}
        </p>
      )}
      {camera?.light !== undefined && <Light set={camera.light} />}
    </>
  )
}

function Light({ set }: { readonly set: (on: boolean) => Promise<void> }) {
  const [isOn, setOn] = useState(false)
  const Shape = isOn ? IconBulbOff : IconBulb
  return (
    <Button
      variant="default"
      aria-pressed={isOn}
      leftSection={<Shape size={20} aria-hidden="true" />}
      onClick={() =>
        void set(!isOn).then(
          () => setOn(!isOn),
          () => undefined,
        )
      }
    >
      <Trans>Flashlight</Trans>
    </Button>
  )
}

type WithoutCameraProps = {
  readonly why: Extract<CameraState, { kind: 'missing' }>['why']
  readonly reader: CodeReader
  readonly onFound: (codes: readonly FoundCode[]) => void
  readonly onAgain: () => void
}

/** Says why there is no camera, and offers to take a photo of the code or to try again. */
function WithoutCamera({ why, reader, onFound, onAgain }: WithoutCameraProps) {
  const [failure, setFailure] = useState<ReactNode>(null)
  const latest = useRef<File>(null)
  useEffect(() => () => void (latest.current = null), [])
  const take = async (file: File): Promise<void> => {
    latest.current = file
    setFailure(null)
    const codes = await readCodes(file, reader)
    // Ignores the result if the dialog was closed or another photo chosen in the meantime.
    if (latest.current !== file) return
    if (codes === null) setFailure(<Trans>This photo cannot be opened on this device.</Trans>)
    else if (codes.length > 0) onFound(codes)
    else setFailure(<Trans>No code found in this image. Move closer and use more light.</Trans>)
  }
  const reasons: Readonly<Record<typeof why, ReactNode>> = {
    refused: (
      <Trans>Camera access is blocked. Allow it in the browser settings, take a photo of the code or type it.</Trans>
    ),
    none: <Trans>No camera found. Choose a photo of the code or type it.</Trans>,
    busy: <Trans>The camera is not available. Another app may be using it.</Trans>,
    ended: <Trans>The camera has stopped.</Trans>,
  }
  return (
    <>
      <div role="alert">
        <Banner tone="attention">{failure ?? reasons[why]}</Banner>
      </div>
      <div className="r-row">
        <FileChooser
          accept="image/*"
          camera
          data-autofocus
          leftSection={<IconCamera size={20} aria-hidden="true" />}
          onChosen={(file) => void take(file)}
        >
          <Trans>Take photo of the code</Trans>
        </FileChooser>
        <Button
          variant="default"
          leftSection={<IconRefresh size={20} aria-hidden="true" />}
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget)
            onAgain()
          }}
        >
          <Trans>Try camera again</Trans>
        </Button>
      </div>
    </>
  )
}

/** @returns the codes in a photo; null if it cannot be opened */
async function readCodes(file: File, reader: CodeReader): Promise<readonly FoundCode[] | null> {
  try {
    const picture = await createImageBitmap(file)
    const codes = await reader(picture)
    picture.close()
    return codes
  } catch {
    return null
  }
}
