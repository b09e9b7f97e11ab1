import { useInterval } from '@mantine/hooks'
import { Trans } from '@lingui/react/macro'
import type { Renaming } from '#domain/places/index.ts'
import { StatusBadge } from '../status/status-badge.tsx'

/** Interval of checks while a place is being renamed, milliseconds. */
const CHECK_INTERVAL_MS = 2_000

type RenamedPlace = { readonly renaming?: Renaming | undefined }

/** Progress of renaming a place in its forms. Renders nothing when all forms are done. */
export function RenamingBadge({ renaming }: RenamedPlace) {
  if (renaming === undefined) return null
  return (
    <StatusBadge tone="waiting">
      <Trans>
        Forms renamed: {renaming.done} of {renaming.total}
      </Trans>
    </StatusBadge>
  )
}

/** Refreshes at intervals while a place on screen is being renamed. */
export function useRefreshWhileRenaming(places: readonly RenamedPlace[] | undefined, retry: () => void): void {
  const isRenaming = places?.some(({ renaming }) => renaming !== undefined) === true
  useInterval(() => isRenaming && retry(), CHECK_INTERVAL_MS, { autoInvoke: true })
}
