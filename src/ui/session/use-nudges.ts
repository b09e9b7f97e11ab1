import { useSyncExternalStore } from 'react'

/** The part of the live channel that a screen needs. */
type Nudging<Topic> = { readonly count: (topic: Topic) => number; readonly subscribe: (listener: () => void) => () => void }

/** A number to be named among an effect's dependencies: it changes when what the screen shows should be asked for again. */
export function useNudges<Topic>(live: Nudging<Topic>, topic: Topic): number {
  return useSyncExternalStore(live.subscribe, () => live.count(topic))
}
