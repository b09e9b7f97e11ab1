import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import Drawing, { type PointGroup } from 'signature_pad'
import { SIGNATURE_CANVAS_HEIGHT, SIGNATURE_LINE_WIDTH } from '#domain/kernel/index.ts'
import styles from './signature.module.css'

/** Radius of the pen, CSS pixels: a line of the same width however quick the hand is. */
const PEN = SIGNATURE_LINE_WIDTH / 2
/** Ink on paper in every colour scheme: what is stored is what a PDF prints. */
const LOOK = {
  penColor: '#0e1b1c',
  backgroundColor: '#ffffff',
  minWidth: PEN,
  maxWidth: PEN,
  dotSize: PEN,
  minDistance: 2,
  throttle: 0,
}

type SignaturePadProps = {
  readonly id: string
  readonly labelledBy: string
  readonly describedBy: string | undefined
  /** a picture after each stroke, which the browser takes a moment to make; null when the pad is empty again */
  readonly onDrawn: (png: Promise<Blob | null> | null) => void
}

/** A pad to sign on, with finger, pen or mouse. Each stroke is kept as it ends, so that nobody has to press "done". */
export function SignaturePad({ id, labelledBy, describedBy, onDrawn }: SignaturePadProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef<Drawing>(null)
  const [isSigned, setSigned] = useState(false)

  const keep = (change: (strokes: PointGroup[]) => PointGroup[]): void => {
    const element = canvas.current
    if (element === null || drawing.current === null) return
    const strokes = change(drawing.current.toData())
    // Drawn anew: of a very quick stroke only its first point is on the canvas yet.
    drawing.current.fromData(strokes)
    setSigned(strokes.length > 0)
    onDrawn(strokes.length === 0 ? null : new Promise((resolve) => element.toBlob(resolve, 'image/png')))
  }
  const ended = useEffectEvent(() => keep((strokes) => strokes))

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const pad = new Drawing(element, LOOK)
    drawing.current = pad
    pad.addEventListener('endStroke', () => ended())
    const fit = (): void => {
      const ratio = devicePixelRatio || 1
      element.width = Math.max(1, Math.round(element.clientWidth * ratio))
      element.height = Math.round(SIGNATURE_CANVAS_HEIGHT * ratio)
      element.getContext('2d')?.scale(ratio, ratio)
      pad.redraw()
    }
    fit()
    // Turning a tablet changes the width: the strokes are drawn again instead of stretched.
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => {
      observer.disconnect()
      pad.off()
    }
  }, [])

  return (
    <div className={styles['pad']}>
      <canvas
        ref={canvas}
        id={id}
        className={styles['canvas']}
        role="img"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-label={isSigned ? t`Signature pad, signed` : t`Signature pad, empty`}
        style={{ height: SIGNATURE_CANVAS_HEIGHT }}
      />
      <div className="r-row">
        <Button
          variant="default"
          disabled={!isSigned}
          leftSection={<IconArrowBackUp size={20} aria-hidden="true" />}
          onClick={() => keep((strokes) => strokes.slice(0, -1))}
        >
          <Trans>Undo stroke</Trans>
        </Button>
        <Button
          variant="default"
          disabled={!isSigned}
          leftSection={<IconEraser size={20} aria-hidden="true" />}
          onClick={() => keep(() => [])}
        >
          <Trans>Clear</Trans>
        </Button>
      </div>
    </div>
  )
}
