import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Ask } from '#domain/endpoints/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { browserDoor, type DoorState, openDoor, type OpenDoor } from '#sync/doors/index.ts'

/** What a door on this device is opened with. */
export type DoorGiven = {
  readonly form: TemplateId
  /** of the link that it was opened by just now */
  readonly secret: string | undefined
  /** as the account that is signed in; undefined: none is */
  readonly ask: Ask | undefined
}

const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))

/** This form's door, for as long as the screen stands. @returns null for the moment before it is there */
export function useDoor({ form, secret, ask }: DoorGiven): OpenDoor | null {
  const [door, setDoor] = useState<OpenDoor | null>(null)
  useEffect(() => {
    const opened = openDoor(browserDoor(window, { form, account: ask, secret, random }))
    setDoor(opened)
    return () => {
      setDoor(null)
      opened.close()
    }
  }, [form, secret, ask])
  return door
}

export function useDoorState({ subscribe, state }: OpenDoor): DoorState {
  return useSyncExternalStore(subscribe, state)
}
