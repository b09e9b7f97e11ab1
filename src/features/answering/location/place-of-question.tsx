import type { Location } from '#domain/places/index.ts'
import type { Address } from '#domain/kernel/index.ts'
import { parseLocation, formatLocation } from '#domain/questions/index.ts'
import { withText } from '../controls/control.ts'
import { setValue } from '../form/form-actions.ts'
import { type LocationHelpProps, useForm, useFormContext, useIsLocked } from '../form/form-context.ts'
import { LoadMapButton } from './map-offer.tsx'
import { OwnPosition, useOwnPosition } from './own-position.tsx'
import styles from './location.module.css'

/** Helps to enter a location: device position, and the map on request. The field above holds the location as text. */
export function LocationHelp({ address, labelledBy }: LocationHelpProps) {
  const { form, LocationAid, offeredAid } = useFormContext()
  const location = parseLocation(toText(useForm((state) => state.content.values[address]?.respuesta)))
  const isLocked = useIsLocked({ kind: 'question', address })
  const change = (valueAddress: Address, part: Partial<Location>): void => {
    // Reads the current state instead of the rendered one, as a position may arrive while the user is typing.
    const value = form.state.getState().content.values[valueAddress] ?? {}
    setValue(
      form,
      valueAddress,
      withText(value, formatLocation({ ...parseLocation(toText(value.respuesta)), ...part })),
    )
  }
  const position = useOwnPosition(location.latlng, () => {
    // Tracks the question (form/late-places.ts), as its row may be removed while the device searches.
    const trackedPlace = form.late.hold(address, (valueAddress, { respuesta }) =>
      change(valueAddress, { latlng: parseLocation(toText(respuesta)).latlng }),
    )
    return {
      found: (latlng) => trackedPlace.put({ respuesta: formatLocation({ ...location, latlng }) }),
      done: trackedPlace.release,
    }
  })
  const load = offeredAid ?? (LocationAid && (async () => LocationAid))
  // Locked questions cannot be changed, so no help is needed.
  if (isLocked) return null
  return (
    <div className={`r-row r-gap-12 ${styles['question']}`} role="group" aria-labelledby={labelledBy}>
      <OwnPosition position={position} />
      {load !== undefined && (
        <LoadMapButton
          load={load}
          ofQuestion
          location={location}
          accuracy={position.accuracy}
          isLocked={isLocked}
          onChange={(part) => change(address, part)}
        />
      )}
    </div>
  )
}

function toText(respuesta: string | boolean | undefined): string {
  return typeof respuesta === 'string' ? respuesta : ''
}
