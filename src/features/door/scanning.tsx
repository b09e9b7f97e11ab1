import { useCallback, useEffect, useRef, useState, type ReactNode, type FormEvent } from 'react'
import { SegmentedControl, Title, Button, TextInput } from '@mantine/core'
import { getVisibleText } from '#domain/kernel/index.ts'
import type { DoorData } from '#domain/tickets/index.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useDocumentTitle } from '@mantine/hooks'
import {
  IconSettings,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconClockPause,
  IconRepeat,
  IconTicket,
} from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { DoorState, OpenDoor, ScanResult } from '#sync/doors/index.ts'
import { Banner, Dialog, lazyPart, PageActions, useProblemText } from '#ui/index.ts'
import { loadCodeCamera, loadQrReaderUrl } from '#ui/capture/qr/index.ts'
import { DoorSettingsForm, playSignal, enableSound } from './door-settings.tsx'
import { DoorStatus } from './door-status.tsx'
import styles from './door.module.css'
import { useHardwareScanner } from './use-wedge.ts'
import { pickVerdictTone, VerdictFacts, VerdictTitle } from './verdict-text.tsx'

/**
 * Cache of the code reader. Not the app's cache, so that only devices with ticket control download the reader. The
 * service worker looks in all caches.
 */
const CACHE = 'relevo-door'

/**
 * Caches the code reader for offline use and deletes its previous version. If caching fails, numbers can be typed
 * offline.
 */
async function cacheReaderFile(file: string | undefined): Promise<void> {
  if (file === undefined) return
  try {
    const cache = await caches.open(CACHE)
    if ((await cache.match(file)) !== undefined) return
    await cache.add(file)
    const { href } = new URL(file, location.href)
    for (const kept of await cache.keys()) if (kept.url !== href) await cache.delete(kept)
  } catch {
    // Fails offline, without space, and without HTTPS. Retried at the next start.
  }
}

/** Milliseconds that a verdict is shown. Afterwards another person may be at the entrance. */
const VERDICT_MS = 8_000

type ShownResult = { readonly result: ScanResult; readonly number: number }

type VerdictProps = {
  readonly shown: ShownResult | null
  readonly event: DoorData['event'] | undefined
}

/** Shows the result of the last code with colour, icon and text. */
function VerdictPanel({ shown, event }: VerdictProps) {
  const isOver = useIsExpired(shown)
  const result = isOver ? undefined : shown?.result
  const kind = result === undefined ? 'none' : pickScanKind(result)
  const Icon = {
    none: IconTicket,
    waiting: IconClockPause,
    again: IconRepeat,
    good: IconCircleCheckFilled,
    bad: IconCircleXFilled,
  }[kind]
  return (
    <section
      className={`r-column r-gap-4 r-pad-12 r-middle r-grow ${styles['verdict']}`}
      data-kind={kind}
      role="alert"
      key={isOver ? 0 : (shown?.number ?? 0)}
    >
      <Icon size={64} aria-hidden="true" />
      {result === undefined || event === undefined || result.kind === 'not-ready' ? (
        <p className={styles['verdict-note']}>
          {result === undefined ? <Trans>Scan a ticket or enter its number.</Trans> : <NotReady />}
        </p>
      ) : (
        <>
          <p className={`r-breaks ${styles['verdict-title']}`}>
            <VerdictTitle result={result} />
          </p>
          <div className={`r-breaks ${styles['verdict-facts']}`}>
            <VerdictFacts result={result} event={event} />
          </div>
        </>
      )}
    </section>
  )
}

function pickScanKind(result: ScanResult): 'waiting' | ReturnType<typeof pickVerdictTone> {
  return result.kind === 'not-ready' ? 'waiting' : pickVerdictTone(result)
}

function NotReady() {
  return <Trans>This code cannot be checked until the ticket list is downloaded.</Trans>
}

function useIsExpired(shownResult: ShownResult | null): boolean {
  const [over, setOver] = useState<ShownResult | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setOver(shownResult), VERDICT_MS)
    return () => clearTimeout(timer)
  }, [shownResult])
  return over === shownResult
}

const CodeCamera = lazyPart(async () => (await loadCodeCamera()).CodeCamera)

type ScanningProps = {
  readonly door: OpenDoor
  readonly state: DoorState
  readonly staff: ReactNode
}

/** Ticket control in use: scans codes and shows verdicts. */
export function TicketControl({ door, state, staff }: ScanningProps) {
  const { t } = useLingui()
  const { event, settings, problem, isLive } = state
  const problemText = useProblemText()
  useDocumentTitle(`${event?.title ?? t`Ticket check`} · Relevo`)
  const [shown, setShown] = useState<ShownResult | null>(null)
  const [isSetting, setSetting] = useState(false)
  const count = useRef(0)
  const isHere = useRef(false)
  const isSilent = settings.isSilent === true

  const take = useCallback(
    (text: string): void => {
      void door.scan(text).then((result) => {
        // Makes no sound if the user has left the screen in the meantime.
        if (!isHere.current) return
        count.current += 1
        setShown({ result, number: count.current })
        playSignal(result.kind === 'said' ? pickVerdictTone(result) : 'bad', isSilent)
      })
    },
    [door, isSilent],
  )
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  useHardwareScanner(take)
  useWakeLock()
  useEffect(() => {
    // Loads the code reader while online, as the camera may be opened offline.
    if (isLive) void loadQrReaderUrl().then(cacheReaderFile, () => undefined)
  }, [isLive])
  useEffect(() => {
    // Enables sound on the first touch after a reload, as browsers require a user gesture.
    addEventListener('pointerdown', enableSound, { once: true })
    return () => removeEventListener('pointerdown', enableSound)
  }, [])

  return (
    <div className={`r-column ${styles['door']}`}>
      <header>
        <Title order={1} className={`r-breaks ${styles['title']}`}>
          {event?.title}
        </Title>
        <div className="r-row r-gap-x-12 r-middle r-between">
          <p className="r-soft r-yields r-breaks">{settings.name}</p>
          <div className="r-row r-gap-8">
            <PageActions>
              {staff}
              <Button
                variant="default"
                leftSection={<IconSettings size={20} aria-hidden="true" />}
                onClick={() => setSetting(true)}
              >
                <Trans>This door</Trans>
              </Button>
            </PageActions>
          </div>
        </div>
      </header>
      <DoorStatus door={door} state={state} />
      {event?.isTest === true && (
        <Banner tone="waiting">
          <Trans>This event uses test payments. Real tickets are not admitted.</Trans>
        </Banner>
      )}
      {problem !== undefined && <Banner tone="attention">{problemText(problem)}</Banner>}
      <div className={`r-column r-grow ${styles['body']}`}>
        <div className={styles['look']}>{settings.isCameraOff !== true && <CodeCamera onCode={take} />}</div>
        <div className={`r-column ${styles['say']}`}>
          <VerdictPanel shown={shown} event={event} />
          <TypeNumber onCode={take} />
          <SegmentedControl
            fullWidth
            size="md"
            classNames={{ label: 'r-target r-middle' }}
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
          onSet={(request) => {
            setSetting(false)
            void door.set(request)
          }}
        />
      </Dialog>
    </div>
  )
}

/** Keeps the screen on while ticket control is open. Browsers end the lock when the page is hidden. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isGone = false
    const keep = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Rejects on low battery. The screen then turns off as usual.
      const keptSentinel = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isGone) await keptSentinel?.release()
      else lock = keptSentinel
    }
    const shown = (): void => void keep()
    shown()
    document.addEventListener('visibilitychange', shown)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', shown)
      void lock?.release()
    }
  }, [])
}

/** Input for a ticket's printed number, or for a hardware scanner. */
function TypeNumber({ onCode }: { readonly onCode: (text: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (getVisibleText(text) === '') return
    onCode(text)
    setText('')
  }
  return (
    <form noValidate className={`r-line ${styles['type']}`} onSubmit={submit}>
      <TextInput
        aria-label={t`Ticket number`}
        placeholder={t`Ticket number`}
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        <Trans>Check</Trans>
      </Button>
    </form>
  )
}
