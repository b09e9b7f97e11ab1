import { useEffect, useRef, useState } from 'react'
import { IconMap2 } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { LocationAidComponent, LocationAidProps, LoadLocationAid } from './aid.ts'
import styles from './location.module.css'

type MapOfferProps = LocationAidProps & { readonly load: LoadLocationAid }

/**
 * Button that loads map and address search, and then shows them instead. Also loads them when the device has measured
 * its position, so that the address is looked up, except in questions.
 */
export function LoadMapButton({ load, ...props }: MapOfferProps) {
  const { t } = useLingui()
  const [Aid, setAid] = useState<LocationAidComponent | null>(null)
  const [state, setState] = useState<'offered' | 'loading' | 'failed'>('offered')
  const box = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  useEffect(() => {
    // Keeps the focus nearby, as the focused button was removed.
    if (Aid !== null && wasPressed.current) box.current?.focus({ preventScroll: true })
  }, [Aid])

  async function open(): Promise<void> {
    setState('loading')
    try {
      const loaded = await load()
      setAid(() => loaded)
    } catch {
      setState('failed')
    }
  }
  const isMeasured = props.accuracy !== undefined && props.ofQuestion !== true
  const now = useRef(open)
  useEffect(() => {
    now.current = open
  })
  useEffect(() => {
    if (isMeasured && navigator.onLine) void now.current()
  }, [isMeasured])

  if (Aid !== null)
    return (
      <div ref={box} className={`r-column ${styles['aid']}`} tabIndex={-1} role="group" aria-label={t`On the map`}>
        <Aid {...props} />
      </div>
    )
  return (
    <div className="r-column r-top">
      <Button
        variant="default"
        loading={state === 'loading'}
        leftSection={<IconMap2 size={20} aria-hidden="true" />}
        onClick={() => {
          wasPressed.current = true
          void open()
        }}
      >
        {t`Find on the map`}
      </Button>
      <p className="r-problem" role="status">
        {state === 'failed' && t`The map is not available. Type the address or use this device’s location.`}
      </p>
    </div>
  )
}
