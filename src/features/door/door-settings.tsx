import { type FormEvent, useState } from 'react'
import { Button, Checkbox, Input, Stack, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getVisibleText } from '#domain/kernel/index.ts'
import { type DoorData, MAX_DOOR_NAME_LENGTH } from '#domain/tickets/index.ts'
import type { DoorState } from '#sync/doors/index.ts'

/** Kinds of sound and vibration for a verdict. They differ in number of tones and in pitch. */
type Signal = 'good' | 'bad' | 'again'

type Note = { readonly from: number; readonly hertz: number; readonly seconds: number }
const NOTES: Readonly<Record<Signal, readonly Note[]>> = {
  good: [
    { from: 0, hertz: 880, seconds: 0.09 },
    { from: 0.1, hertz: 1320, seconds: 0.14 },
  ],
  again: [{ from: 0, hertz: 440, seconds: 0.12 }],
  bad: [
    { from: 0, hertz: 196, seconds: 0.22 },
    { from: 0.28, hertz: 196, seconds: 0.22 },
  ],
}
/** Vibration patterns. Milliseconds of vibration and pause alternate. */
const BUZZES: Readonly<Record<Signal, readonly number[]>> = { good: [60], again: [30, 60, 30], bad: [200, 80, 200] }
const LOUDNESS = 0.4

let context: AudioContext | undefined

/** Enables sound. Must be called on a press, as browsers require a user gesture. */
export function enableSound(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  // Rejects if the browser requires another gesture. Verdicts are then silent.
  context.resume().catch(() => undefined)
}

export function playSignal(kind: Signal, isSilent: boolean): void {
  // Browsers ignore vibration before the first touch. Desktops have no vibration.
  if ('vibrate' in navigator) navigator.vibrate([...BUZZES[kind]])
  if (isSilent || context?.state !== 'running') return
  const { currentTime, destination } = context
  for (const { from, hertz, seconds } of NOTES[kind]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.type = kind === 'bad' ? 'sawtooth' : 'sine'
    tone.frequency.value = hertz
    // Fades in and out, to avoid clicks.
    volume.gain.setValueAtTime(0, currentTime + from)
    volume.gain.linearRampToValueAtTime(LOUDNESS, currentTime + from + 0.01)
    volume.gain.setValueAtTime(LOUDNESS, currentTime + from + seconds - 0.02)
    volume.gain.linearRampToValueAtTime(0, currentTime + from + seconds)
    tone.connect(volume).connect(destination)
    tone.start(currentTime + from)
    tone.stop(currentTime + from + seconds)
  }
}

/** A label as high as a touch target, for checkboxes and switches. */
const TOGGLE = { size: 'md', classNames: { body: 'r-middle', label: 'r-line r-middle r-target' } } as const

type Settings = DoorState['settings']
type DoorSettingsProps = {
  readonly settings: Settings
  /** zones of the event; empty until the list is downloaded */
  readonly zones: DoorData['event']['zones']
  readonly onSet: (settings: Settings) => void
}

/** Settings of this entrance: name, admitted zones, sound and other behaviour. */
export function DoorSettingsForm({ settings, zones, onSet }: DoorSettingsProps) {
  const { t } = useLingui()
  const [request, setRequest] = useState(settings)
  const [isMissing, setMissing] = useState(false)
  const name = request.name.trim()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (getVisibleText(name) === '' || request.zones?.length === 0) return setMissing(true)
    // Called on a press, as browsers require a user gesture for sound.
    enableSound()
    onSet({ ...request, name })
  }
  const letsIn = request.zones ?? zones.map(({ zone }) => zone)
  const toggle = (zone: number, isIn: boolean): void => {
    const next = isIn ? [...letsIn, zone] : letsIn.filter((value) => value !== zone)
    // If all zones are selected none is stored, so that zones added later are admitted as well.
    setRequest({ ...request, zones: next.length === zones.length ? undefined : next })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" maw={420}>
        <TextInput
          label={t`Name of this door`}
          description={t`Shown at the other doors when a ticket has already been scanned here. For example: North, main entrance`}
          value={request.name}
          maxLength={MAX_DOOR_NAME_LENGTH}
          error={isMissing && name === '' ? t`Enter a name for this door.` : undefined}
          autoComplete="off"
          onChange={({ currentTarget }) => setRequest({ ...request, name: currentTarget.value })}
        />
        {zones.length > 1 && (
          <fieldset>
            <legend className="r-strong">
              <Trans>Zones this door gives access to</Trans>
            </legend>
            <Stack gap={0} mt="xs">
              {zones.map(({ zone, name: of }) => (
                <Checkbox
                  key={zone}
                  {...TOGGLE}
                  label={of}
                  checked={letsIn.includes(zone)}
                  onChange={({ currentTarget }) => toggle(zone, currentTarget.checked)}
                />
              ))}
              {isMissing && letsIn.length === 0 && (
                <Input.Error role="alert">
                  <Trans>Choose at least one. Otherwise this door admits no one.</Trans>
                </Input.Error>
              )}
            </Stack>
          </fieldset>
        )}
        <Stack gap={0}>
          <Switch
            {...TOGGLE}
            label={t`Camera`}
            checked={request.isCameraOff !== true}
            onChange={({ currentTarget }) =>
              setRequest({ ...request, isCameraOff: currentTarget.checked ? undefined : true })
            }
          />
          <Switch
            {...TOGGLE}
            label={t`Sound`}
            checked={request.isSilent !== true}
            onChange={({ currentTarget }) =>
              setRequest({ ...request, isSilent: currentTarget.checked ? undefined : true })
            }
          />
        </Stack>
        <Button type="submit">
          {settings.name === '' ? <Trans>Start checking tickets</Trans> : <Trans>Save</Trans>}
        </Button>
      </Stack>
    </form>
  )
}
