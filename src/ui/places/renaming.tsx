import { useInterval } from '@mantine/hooks'
import { Trans } from '@lingui/react/macro'
import type { Renaming } from '#domain/places/index.ts'
import { StatusBadge } from '../status/status-badge.tsx'

/** Milliseconds between two looks at a renaming that goes on. */
const LOOK_AGAIN = 2_000

type Renamed = { readonly renaming?: Renaming | undefined }

/** How far the forms of a place have been given its new name; nothing once all have it. */
export function RenamingBadge({ renaming }: Renamed) {
  if (renaming === undefined) return null
  return (
    <StatusBadge tone="waiting">
      <Trans>
        {renaming.done} of {renaming.total} forms renamed
      </Trans>
    </StatusBadge>
  )
}

/** Asks again from time to time while one of the places on screen is being renamed. */
export function useWhileRenaming(places: readonly Renamed[] | undefined, again: () => void): void {
  const isRenaming = places?.some(({ renaming }) => renaming !== undefined) === true
  useInterval(() => isRenaming && again(), LOOK_AGAIN, { autoInvoke: true })
}
