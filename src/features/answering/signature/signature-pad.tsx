import { useEffect, useRef, useState } from 'react'
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { SIGNATURE_CANVAS_HEIGHT } from '#domain/kernel/index.ts'
import { paint, type Point, type Stroke } from './strokes.ts'
import styles from './signature.module.css'

type SignaturePadProps = {
  readonly id: string
  readonly labelledBy: string
  readonly describedBy: string
  /** a picture after each stroke, which the browser takes a moment to make; null when the pad is empty again */
  readonly onDrawn: (png: Promise<Blob | null> | null) => void
}

/** A pad to sign on, with finger, pen or mouse. Each stroke is kept as it ends, so that nobody has to press "done". */
export function SignaturePad({ id, labelledBy, describedBy, onDrawn }: SignaturePadProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const current = useRef<Point[] | null>(null)
  const kept = useRef<readonly Stroke[]>([])

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const fit = (): void => {
      const ratio = devicePixelRatio || 1
      element.width = Math.max(1, Math.round(element.clientWidth * ratio))
      element.height = Math.round(SIGNATURE_CANVAS_HEIGHT * ratio)
      paint(element, kept.current, ratio)
    }
    fit()
    // Turning a tablet changes the width: the strokes are drawn again instead of stretched.
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const keep = (next: readonly Stroke[]): void => {
    const element = canvas.current
    kept.current = next
    setStrokes(next)
    if (element === null) return
    paint(element, next, devicePixelRatio || 1)
    if (next.length === 0) onDrawn(null)
    else onDrawn(new Promise((resolve) => element.toBlob(resolve, 'image/png')))
  }

  const end = (): void => {
    const stroke = current.current
    current.current = null
    if (stroke !== null) keep([...kept.current, stroke])
  }

  return (
    <div className={styles['pad']}>
      <canvas
        ref={canvas}
        id={id}
        className={styles['canvas']}
        role="img"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-label={strokes.length === 0 ? t`Signature pad, empty` : t`Signature pad, signed`}
        style={{ height: SIGNATURE_CANVAS_HEIGHT }}
        onPointerDown={(event) => {
          if (!event.isPrimary || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          current.current = [pointOf(event)]
        }}
        onPointerMove={(event) => {
          if (current.current === null || !event.isPrimary) return
          // Between two frames a pen reports more points than one: all of them make the line smooth.
          const events = event.nativeEvent.getCoalescedEvents?.() ?? []
          const box = event.currentTarget.getBoundingClientRect()
          const points =
            events.length === 0
              ? [pointOf(event)]
              : events.map((one) => ({ x: one.clientX - box.left, y: one.clientY - box.top }))
          current.current.push(...points)
          paint(event.currentTarget, [...kept.current, current.current], devicePixelRatio || 1)
        }}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <div className={styles['buttons']}>
        <Button
          variant="default"
          disabled={strokes.length === 0}
          leftSection={<IconArrowBackUp size={20} aria-hidden="true" />}
          onClick={() => keep(strokes.slice(0, -1))}
        >
          <Trans>Undo stroke</Trans>
        </Button>
        <Button
          variant="default"
          disabled={strokes.length === 0}
          leftSection={<IconEraser size={20} aria-hidden="true" />}
          onClick={() => keep([])}
        >
          <Trans>Clear</Trans>
        </Button>
      </div>
    </div>
  )
}

function pointOf(event: {
  readonly clientX: number
  readonly clientY: number
  readonly currentTarget: Element
}): Point {
  const box = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}
