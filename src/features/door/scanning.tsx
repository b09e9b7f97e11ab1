import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { ActionIcon, SegmentedControl, Title } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useDocumentTitle } from '@mantine/hooks'
import { IconSettings } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { DoorState, OpenDoor } from '#sync/doors/index.ts'
import { Banner, Dialog, later, useProblemText } from '#ui/index.ts'
import { loadCodeCamera, neededFile } from '#ui/capture/qr/index.ts'
import { DoorSettingsForm } from './door-settings.tsx'
import { DoorStatus } from './door-status.tsx'
import styles from './door.module.css'
import { keepReader } from './keep-reader.ts'
import { signal, wakeSound } from './signals.ts'
import { TypeNumber } from './type-number.tsx'
import { useWakeLock } from './use-wake-lock.ts'
import { useWedge } from './use-wedge.ts'
import { type Shown, VerdictPanel } from './verdict.tsx'
import { toneOf } from './verdict-words.tsx'

const CodeCamera = later(async () => (await loadCodeCamera()).CodeCamera)

type ScanningProps = {
  readonly door: OpenDoor
  readonly state: DoorState
  readonly staff: ReactNode
}

/** A door that is open: looks, judges and says so. */
export function Scanning({ door, state, staff }: ScanningProps) {
  const { t } = useLingui()
  const { event, settings, problem, isLive } = state
  const textOf = useProblemText()
  useDocumentTitle(`${event?.title ?? t`Door`} · Relevo`)
  const [shown, setShown] = useState<Shown | null>(null)
  const [isSetting, setSetting] = useState(false)
  const count = useRef(0)
  const isHere = useRef(false)
  const isSilent = settings.isSilent === true

  const take = useCallback(
    (text: string): void => {
      void door.scan(text).then((said) => {
        // Who has left the door hears no verdict.
        if (!isHere.current) return
        count.current += 1
        setShown({ said, number: count.current })
        signal(said.kind === 'said' ? toneOf(said) : 'bad', isSilent)
      })
    },
    [door, isSilent],
  )
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  useWedge(take)
  useWakeLock()
  useEffect(() => {
    // With the list, not with the camera: that may be opened when there is no network any more.
    if (isLive) void neededFile().then(keepReader, () => undefined)
  }, [isLive])
  useEffect(() => {
    // After a reload nothing was pressed yet: the first touch anywhere will do.
    addEventListener('pointerdown', wakeSound, { once: true })
    return () => removeEventListener('pointerdown', wakeSound)
  }, [])

  return (
    <div className={`r-column ${styles['door']}`}>
      <header className="r-line r-gap-12 r-top r-between">
        <div className="r-yields">
          <Title order={1} className={`r-breaks ${styles['title']}`}>
            {event?.title}
          </Title>
          <p className="r-soft">{settings.name}</p>
        </div>
        <div className="r-row">
          {staff}
          <ActionIcon
            variant="default"
            size="var(--r-target)"
            aria-label={t`This door`}
            onClick={() => setSetting(true)}
          >
            <IconSettings size={22} aria-hidden="true" />
          </ActionIcon>
        </div>
      </header>
      <DoorStatus door={door} state={state} />
      {event?.isTest === true && (
        <Banner tone="waiting">
          <Trans>This event takes test money: no real ticket is let in.</Trans>
        </Banner>
      )}
      {problem !== undefined && <Banner tone="attention">{textOf(problem)}</Banner>}
      <div className={`r-column r-grow ${styles['body']}`}>
        <div className={styles['look']}>{settings.isCameraOff !== true && <CodeCamera onCode={take} />}</div>
        <div className={`r-column ${styles['say']}`}>
          <VerdictPanel shown={shown} event={event} />
          <TypeNumber onCode={take} />
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={t`Direction`}
            value={settings.direction}
            data={[
              { value: 'entry', label: t`Entry` },
              { value: 'exit', label: t`Exit` },
            ]}
            onChange={(direction) => void door.set({ ...settings, direction: direction === 'exit' ? 'exit' : 'entry' })}
          />
        </div>
      </div>
      <Dialog opened={isSetting} title={t`This door`} onClose={() => setSetting(false)}>
        <DoorSettingsForm
          settings={settings}
          zones={event?.zones ?? []}
          onSet={(wish) => {
            setSetting(false)
            void door.set(wish)
          }}
        />
      </Dialog>
    </div>
  )
}
