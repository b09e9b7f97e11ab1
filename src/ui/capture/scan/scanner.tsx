import { useEffect, useRef, useState, useEffectEvent, type ReactNode, type RefObject } from 'react'
import { IconBulb, IconBulbOff, IconCamera, IconRefresh } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { Banner, Dialog, FileChooser } from '#ui/index.ts'
import { type OpenCamera, openCamera } from './camera.ts'
import type { CodeReader, FoundCode } from './code-reader.ts'
import { FoundCodes } from './found-codes.tsx'
import { REMEMBERED, steadyCodes } from './steady.ts'
import styles from './scanner.module.css'
import { type CameraState, useCamera } from './use-camera.ts'

/** Between two pictures, milliseconds: no wait that a user notices, and a phone stays cool. */
const PAUSE = 120

/** Looks at what a camera shows until codes are sure. @param isLooking whether it should */
function useLooking(
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
    const look = async (): Promise<void> => {
      const codes = video.current === null ? [] : await reader(video.current)
      if (isOver) return
      pictures = [...pictures, codes].slice(-REMEMBERED)
      const sure = steadyCodes(pictures)
      if (sure.length > 0) found(sure)
      else timer = setTimeout(() => void look(), PAUSE)
    }
    timer = setTimeout(() => void look(), PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [video, reader, isLooking])
}

export type ScannerProps = {
  /** what the code is for: the question */
  readonly subject: string
  /** what stands there already, which no code replaces unasked; empty: nothing */
  readonly present: string
  readonly reader: CodeReader
  /** what a code would be kept as, or why it cannot be taken */
  readonly judge: (code: FoundCode) => CodeVerdict
  readonly onTake: (text: string, code: FoundCode) => void
  readonly onCancel: () => void
  /** the browser's own, or a stand-in in tests */
  readonly open?: OpenCamera
}

export type CodeVerdict = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string }

/**
 * Reads a barcode or QR code with the camera, or from a photo without one. One code that fits and replaces nothing is
 * taken once it is sure; anything else is shown, and the user decides.
 */
export function Scanner({ subject, present, reader, judge, onTake, onCancel, open = openCamera }: ScannerProps) {
  const { t } = useLingui()
  const { state, again } = useCamera(open)
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
        <WithoutCamera why={state.why} reader={reader} onFound={found} onAgain={again} />
      ) : (
        <Finder state={state} reader={reader} isStill={isShown} onFound={found} />
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

/** A button that goes away when it is pressed leaves the focus to its dialog, not to the page behind. */
function keepFocus(button: HTMLElement): void {
  button.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true })
}

type FinderProps = {
  readonly state: Exclude<CameraState, { kind: 'missing' }>
  readonly reader: CodeReader
  readonly onFound: (codes: readonly FoundCode[]) => void
  /** the picture in which codes were found stays */
  readonly isStill: boolean
}

/** What the camera shows, looked at until codes are found in it. */
function Finder({ state, reader, onFound, isStill }: FinderProps) {
  const camera = state.kind === 'open' ? state.camera : null
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const shown = video.current
    if (shown === null || camera === null) return
    shown.srcObject = camera.stream
    return () => {
      shown.srcObject = null
    }
  }, [camera])
  useEffect(() => {
    const shown = video.current
    if (shown === null || camera === null) return
    // It fails when the dialog is closed meanwhile, which is not reported.
    if (isStill) shown.pause()
    else shown.play().catch(() => undefined)
  }, [camera, isStill])
  useLooking(video, reader, camera !== null && !isStill, onFound)
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
            <Trans>The camera is being started…</Trans>
          ) : (
            <Trans>Hold the barcode or QR code into the frame. What cannot be scanned can be typed.</Trans>
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
      <Trans>Light</Trans>
    </Button>
  )
}

type WithoutCameraProps = {
  readonly why: Extract<CameraState, { kind: 'missing' }>['why']
  readonly reader: CodeReader
  readonly onFound: (codes: readonly FoundCode[]) => void
  readonly onAgain: () => void
}

/** Why there is no picture, and the ways that are left: to try again, a photo of the code, or typing. */
function WithoutCamera({ why, reader, onFound, onAgain }: WithoutCameraProps) {
  const [failure, setFailure] = useState<ReactNode>(null)
  const latest = useRef<File>(null)
  useEffect(() => () => void (latest.current = null), [])
  const take = async (file: File): Promise<void> => {
    latest.current = file
    setFailure(null)
    const codes = await codesIn(file, reader)
    // Who has closed the dialog, or chosen another photo meanwhile, wants nothing of this one.
    if (latest.current !== file) return
    if (codes === null) setFailure(<Trans>This picture cannot be opened on this device.</Trans>)
    else if (codes.length > 0) onFound(codes)
    else setFailure(<Trans>No code can be read in this picture. Go nearer, with more light.</Trans>)
  }
  const reasons: Readonly<Record<typeof why, ReactNode>> = {
    refused: (
      <Trans>
        The camera may not be used here. Allow it in the settings of the browser for this page, or take a photo of the
        code. It can also be typed.
      </Trans>
    ),
    none: <Trans>There is no camera. Choose a photo of the code, or type it.</Trans>,
    busy: <Trans>The camera cannot be used now: something else may be using it.</Trans>,
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
          <Trans>Photo of the code</Trans>
        </FileChooser>
        <Button
          variant="default"
          leftSection={<IconRefresh size={20} aria-hidden="true" />}
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget)
            onAgain()
          }}
        >
          <Trans>Try the camera again</Trans>
        </Button>
      </div>
    </>
  )
}

/** @returns null where the picture cannot be opened */
async function codesIn(file: File, reader: CodeReader): Promise<readonly FoundCode[] | null> {
  try {
    const picture = await createImageBitmap(file)
    const codes = await reader(picture)
    picture.close()
    return codes
  } catch {
    return null
  }
}
