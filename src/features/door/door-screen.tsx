import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Button, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { createBrowserDoor, openDoor, type OpenDoor, type DoorState } from '#sync/doors/index.ts'
import {
  Banner,
  Brand,
  EmptyState,
  ErrorState,
  ListSkeleton,
  Page,
  TextLink,
  TryAgainButton,
  useFormats,
  useProblemText,
} from '#ui/index.ts'
import { DoorSettingsForm } from './door-settings.tsx'
import { RefusedScans } from './door-status.tsx'
import { TicketControl } from './scanning.tsx'

/** Parameters for opening ticket control on this device. */
type DoorParameters = {
  readonly form: TemplateId
  /** secret of the opened link */
  readonly secret: string | undefined
  /** request function of the signed-in account; undefined without an account */
  readonly ask: RequestSender | undefined
}

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

/** Opens this form's ticket control, and closes it on unmount. @returns null while opening */
function useDoor({ form, secret, ask }: DoorParameters): OpenDoor | null {
  const [door, setDoor] = useState<OpenDoor | null>(null)
  useEffect(() => {
    const openedDoor = openDoor(createBrowserDoor(window, { form, account: ask, secret, random }))
    setDoor(openedDoor)
    return () => {
      setDoor(null)
      openedDoor.close()
    }
  }, [form, secret, ask])
  return door
}

function useDoorState({ subscribe, state }: OpenDoor): DoorState {
  return useSyncExternalStore(subscribe, state)
}

export type DoorScreenProps = DoorParameters & {
  /** buttons for staff (`StaffTools`), by the time zone of the event */
  readonly staff?: (timeZone: string | undefined) => ReactNode
}

/** /entradas/{form}: ticket control of an event, online and offline. */
export function DoorScreen(props: DoorScreenProps) {
  const { t } = useLingui()
  const door = useDoor(props)
  if (door !== null) return <Door door={door} {...props} />
  return (
    <Page title={t`Ticket check`} back={<Brand />} width="narrow">
      <ListSkeleton rows={3} />
    </Page>
  )
}

function Door({ door, ...given }: DoorScreenProps & { readonly door: OpenDoor }) {
  const { t } = useLingui()
  const state = useDoorState(door)
  const { phase, event, settings, asOf, isEnded } = state
  if (phase === 'open' && !isEnded && event !== undefined && asOf !== undefined && settings.name !== '')
    return <TicketControl door={door} state={state} staff={given.staff?.(event.timeZone)} />
  return (
    <Page title={event?.title ?? t`Ticket check`} back={<Brand />} width="narrow">
      {phase === 'elsewhere' ? <OpenElsewhere door={door} /> : <DoorNotOpen door={door} {...given} />}
    </Page>
  )
}

function OpenElsewhere({ door }: { readonly door: OpenDoor }) {
  return (
    <EmptyState
      title={<Trans>This door is open in another window of this device.</Trans>}
      action={
        <Button onClick={door.takeOver}>
          <Trans>Use it in this window</Trans>
        </Button>
      }
    />
  )
}

/** Shown while a door opens, before its first download, and after its end. Explains what is missing and what to do. */
function DoorNotOpen({ door, ask, form }: DoorScreenProps & { readonly door: OpenDoor }) {
  const state = useDoorState(door)
  const { phase, isEnded, event, problem, listed, waiting, asOf } = state
  const problemText = useProblemText()
  const { number } = useFormats()
  const again = <TryAgainButton retry={() => void door.sendNow()} />
  if (phase === 'opening') return <ListSkeleton rows={3} />
  if (isEnded)
    return (
      <ErrorState title={<Trans>This door is closed.</Trans>} action={again}>
        {listed > 0 ? (
          <Trans>The link has expired.</Trans>
        ) : (
          <Trans>
            The link has ended, or you no longer have access to this door. The ticket list was removed from this device.
          </Trans>
        )}{' '}
        {waiting > 0 && <Trans>Unsent scans are kept and will be sent when the server accepts them.</Trans>}
        <RefusedScans door={door} dropped={state.dropped} />
      </ErrorState>
    )
  if (asOf === undefined && problem?.code === 'session.required')
    return (
      <EmptyState
        title={<Trans>You need a link or an account to check tickets here.</Trans>}
        action={
          <TextLink to="/login" search={{ volver: `/entradas/${form}` }}>
            <Trans>Sign in</Trans>
          </TextLink>
        }
      >
        {ask === undefined ? (
          <Trans>Open the link you received for this door, or sign in.</Trans>
        ) : (
          <Trans>Your session has ended.</Trans>
        )}
      </EmptyState>
    )
  return (
    <Stack gap="lg">
      {asOf === undefined && problem !== undefined && (
        <ErrorState title={<Trans>The ticket list could not be downloaded.</Trans>} action={again}>
          {problemText(problem)}
        </ErrorState>
      )}
      {asOf === undefined && problem === undefined && (
        <div role="status">
          <Banner tone="waiting" action={state.isLive ? undefined : again}>
            {state.isLive ? (
              <Trans>Downloading the list. Tickets: {number(listed)}.</Trans>
            ) : (
              <Trans>
                The ticket list has not been downloaded to this device. Connect once; after that, the door works
                offline.
              </Trans>
            )}
          </Banner>
        </div>
      )}
      <DoorSettingsForm
        settings={state.settings}
        zones={event?.zones ?? []}
        onSet={(settings) => void door.set(settings)}
      />
    </Stack>
  )
}
