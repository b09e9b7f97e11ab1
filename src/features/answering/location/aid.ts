import type { ComponentType } from 'react'
import type { Location } from '#domain/places/index.ts'

export type LocationAidProps = {
  readonly location: Location | undefined
  /** metres around the point in which the device says that it is; missing when the user has set the point */
  readonly accuracy: number | undefined
  readonly isLocked: boolean
  /** of a question, and asked for by a tap; missing: of the whole answer */
  readonly ofQuestion?: boolean
  readonly onChange: (part: Partial<Location>) => void
}

/** Search and map, of those who are signed in. The editor's preview has none, and carries no code of it. */
export type LocationAidComponent = ComponentType<LocationAidProps>

/** Those of the public, which are fetched when the user wants them. */
export type OfferedAid = () => Promise<LocationAidComponent>
