import { visibleText } from '#domain/kernel/index.ts'
import { useEffect, useRef, useState } from 'react'
import type { FoundPlace } from '#domain/maps/index.ts'
import { coordinates } from '#domain/questions/index.ts'
import { useOnline } from '#ui/index.ts'
import type { AddressHelp } from './address-help.ts'
import type { LocationAidProps } from './aid.ts'

/** A point that is dragged passes many addresses; the one where it stays is asked for. */
const REST_MS = 400

/** A moved point's new address replaces a looked-up one, never a written one. @param addresses missing: no look-up */
export function useAddressOf({ location, isLocked, onChange }: LocationAidProps, addresses: AddressHelp | undefined) {
  // It is no promise, but a reason to try again.
  const online = useOnline()
  const latlng = location?.latlng
  const key = latlng === undefined ? '' : coordinates(latlng)
  const written = location?.direccion ?? ''
  const known = useRef(visibleText(written) === '' ? '' : key)
  const lookedUp = useRef<string | null>(null)
  const [found, setFound] = useState<{ readonly key: string; readonly direccion: string } | null>(null)
  const now = useRef({ written, onChange })
  useEffect(() => {
    now.current = { written, onChange }
  })

  useEffect(() => {
    if (addresses === undefined || isLocked || latlng === undefined || key === known.current) return
    let left = false
    const lookUp = async (): Promise<void> => {
      const outcome = await addresses.addressOf(latlng)
      if (left || outcome.kind !== 'ok') return
      known.current = key
      const { direccion } = outcome.value
      if (direccion === null) return
      const before = now.current.written.trim()
      if (before === '' || before === lookedUp.current) {
        lookedUp.current = direccion
        now.current.onChange({ direccion })
      } else setFound({ key, direccion })
    }
    const timer = setTimeout(() => void lookUp(), REST_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [addresses, isLocked, key, latlng, online])

  const suggestion = found !== null && found.key === key && found.direccion !== written.trim() ? found.direccion : null
  return {
    suggestion,
    take: () => {
      if (suggestion === null) return
      lookedUp.current = suggestion
      onChange({ direccion: suggestion })
    },
    /** A place that was searched for: its address need not be looked up, and was not written by the user. */
    know: ({ latlng: point, direccion }: FoundPlace) => {
      known.current = coordinates(point)
      lookedUp.current = direccion
    },
  }
}
