import type { ComponentType } from 'react'
import type { Location } from '#domain/places/index.ts'

export type LocationAidProps = {
  readonly location: Location | undefined
  /** accuracy of the device's position in metres; missing when the user has set the point */
  readonly accuracy: number | undefined
  readonly isLocked: boolean
  /**
   * true if the location answers a question and the user opened the map; missing for the location of the whole answer
   */
  readonly ofQuestion?: boolean
  readonly onChange: (part: Partial<Location>) => void
}

/** Map and address search for a location, of signed-in users or of the public. */
export type LocationAidComponent = ComponentType<LocationAidProps>

/** Loads map and address search for the public, on request. */
export type LoadLocationAid = () => Promise<LocationAidComponent>
