import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { IconArrowBackUp, IconCheck, IconEraser } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Title } from '@mantine/core'
import { useFocusTrap, useMergedRef } from '@mantine/hooks'
import Drawing, { type PointGroup } from 'signature_pad'
import { SIGNATURE_LINE_WIDTH } from '#domain/kernel/index.ts'
import type { OpenSignature } from '../form/draft-header.ts'
import { dismissUndo, updateSignature } from '../form/form-actions.ts'
import { useFormContext } from '../form/form-context.ts'
import styles from './signature.module.css'

/** Pen radius in CSS pixels, the same at any speed. */
const PEN_RADIUS_PX = SIGNATURE_LINE_WIDTH / 2
/** Dark ink on white in every colour scheme: the stored picture is printed in PDFs. */
const PAD_OPTIONS = {
  penColor: '#0e1b1c',
  backgroundColor: '#ffffff',
  minWidth: PEN_RADIUS_PX,
  maxWidth: PEN_RADIUS_PX,
  dotSize: PEN_RADIUS_PX,
  minDistance: 2,
  throttle: 0,
}

/** Makes Escape only close the pad, without closing a surrounding dialog. */
const STOP_PROPAGATION = { 'data-mantine-stop-propagation': true }

type SignaturePadProps = {
  /** title of the signature */
  readonly title: string
  /** the signature before the pad was opened, which Cancel restores */
  readonly before: OpenSignature
  /** name of the signer as far as it is known */
  readonly name: string
  /** called after each stroke with a promise of the picture; null if the pad is empty */
  readonly onDrawn: (png: Promise<Blob | null> | null) => void
  readonly onClose: () => void
}

/** A pad over the whole window, to sign with finger, pen or mouse. Each stroke is stored when it ends. */
export function SignaturePad({ title, before, name, onDrawn, onClose }: SignaturePadProps) {
  const { t } = useLingui()
  const { form } = useFormContext()
  const labelledBy = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef<Drawing>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [isSigned, setSigned] = useState(false)
  useFullScreen(onClose)
  const frameRef = useMergedRef(frame, useFocusTrap())

  const keep = (change: (strokes: PointGroup[]) => PointGroup[]): void => {
    const element = canvas.current
    if (element === null || drawing.current === null) return
    const strokes = change(drawing.current.toData())
    // Redraws the strokes, as the canvas has only the first point of a very quick stroke.
    drawing.current.fromData(strokes)
    setSigned(strokes.length > 0)
    // Moves the focus, as the focused button is disabled when there are no strokes.
    if (strokes.length === 0) frame.current?.focus()
    onDrawn(strokes.length === 0 ? null : new Promise((resolve) => element.toBlob(resolve, 'image/png')))
  }
  const cancel = (): void => {
    onDrawn(null)
    updateSignature(form, before.indexSignature, before)
    // Withdraws the undo offer, which was made when the earlier signature was removed.
    if (before.image !== undefined) dismissUndo(form)
    onClose()
  }
  const ended = useEffectEvent(() => keep((strokes) => strokes))

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const pad = new Drawing(element, PAD_OPTIONS)
    drawing.current = pad
    pad.addEventListener('endStroke', () => ended())
    const fit = (): void => {
      const ratio = devicePixelRatio || 1
      element.width = Math.max(1, Math.round(element.clientWidth * ratio))
      element.height = Math.max(1, Math.round(element.clientHeight * ratio))
      element.getContext('2d')?.scale(ratio, ratio)
      pad.fromData(scaleStrokes(pad.toData(), element.clientWidth, element.clientHeight))
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => {
      observer.disconnect()
      pad.off()
    }
  }, [])

  return (
    <div
      ref={frameRef}
      className={styles['pad']}
      role="dialog"
      aria-modal
      aria-labelledby={labelledBy}
      // Focusable, as touching the pad focuses this element.
      tabIndex={-1}
      {...STOP_PROPAGATION}
    >
      <div className="r-row r-between">
        <div className="r-yields r-breaks">
          <Title order={2} size="h4" id={labelledBy}>
            {title}
          </Title>
          {name !== '' && <p className="r-strong">{name}</p>}
        </div>
        <Button {...STOP_PROPAGATION} variant="subtle" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <div className={`r-wide r-anchor ${styles['paper']}`}>
        <canvas
          ref={canvas}
          className={styles['canvas']}
          role="img"
          aria-labelledby={labelledBy}
          aria-label={isSigned ? t`Signature pad, signed` : t`Signature pad, empty`}
        />
        {/* A separate element, so that the hint is not part of the picture. */}
        <span className={styles['placeholder']} data-signed={isSigned} aria-hidden="true">
          <Trans>Sign here</Trans>
        </span>
      </div>
      <div className="r-row">
        <Button
          {...STOP_PROPAGATION}
          variant="default"
          disabled={!isSigned}
          leftSection={<IconArrowBackUp size={20} aria-hidden="true" />}
          onClick={() => keep((strokes) => strokes.slice(0, -1))}
        >
          <Trans>Undo stroke</Trans>
        </Button>
        <Button
          {...STOP_PROPAGATION}
          variant="default"
          disabled={!isSigned}
          leftSection={<IconEraser size={20} aria-hidden="true" />}
          onClick={() => keep(() => [])}
        >
          <Trans>Clear</Trans>
        </Button>
        <Button
          {...STOP_PROPAGATION}
          data-autofocus
          leftSection={<IconCheck size={20} aria-hidden="true" />}
          onClick={onClose}
        >
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}

/**
 * Scales the strokes of a larger pad down, so that none is cut off. @param width in CSS pixels, like `height`
 */
function scaleStrokes(strokes: PointGroup[], width: number, height: number): PointGroup[] {
  const points = strokes.flatMap((stroke) => stroke.points)
  const by = Math.min(1, ...points.flatMap(({ x, y }) => [width / x, height / y]).filter((ratio) => ratio > 0))
  if (by === 1) return strokes
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * by, y: point.y * by })),
  }))
}

/** Uses full screen on touch devices, with landscape orientation where the browser can lock it. */
function useFullScreen(onLeave: () => void): void {
  const callOnLeave = useEffectEvent(onLeave)
  useEffect(() => {
    const turn = async (): Promise<void> => {
      await document.documentElement.requestFullscreen()
      const { orientation } = screen as { orientation: { lock?: (to: 'landscape') => Promise<void> } }
      await orientation.lock?.('landscape')
    }
    // Tablets and frames may refuse full screen. The pad then fills the window.
    if (matchMedia('(pointer: coarse)').matches) turn().catch(() => undefined)
    const leave = (): void => {
      if (document.fullscreenElement === null) callOnLeave()
    }
    const dismiss = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') callOnLeave()
    }
    document.addEventListener('fullscreenchange', leave)
    document.addEventListener('keydown', dismiss)
    return () => {
      document.removeEventListener('fullscreenchange', leave)
      document.removeEventListener('keydown', dismiss)
      // Phones may have no full screen support.
      if (document.fullscreenElement instanceof Element) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])
}
