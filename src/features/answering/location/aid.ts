import type { ComponentType } from 'react'
import type { Location } from '#domain/places/index.ts'

export type LocationAidProps = {
  readonly location: Location | undefined
  /** accuracy of the device's position in metres; missing when the user has set the point */
  readonly accuracy: number | undefined
  readonly isLocked: boolean
  /** the location answers a question and was opened by a tap; missing: location of the whole answer */
  readonly ofQuestion?: boolean
  readonly onChange: (part: Partial<Location>) => void
}

/** Search and map for signed-in users; not part of the editor's preview. */
export type LocationAidComponent = ComponentType<LocationAidProps>

/** Search and map for the public, loaded on request. */
export type OfferedAid = () => Promise<LocationAidComponent>
