import { Trans } from '@lingui/react/macro'
import type { EditingLocks, EditorForm } from '#domain/templates/index.ts'
import { Banner } from '#ui/index.ts'

type PermanentLockNoteProps = { readonly locks: EditingLocks; readonly opcionales: EditorForm['opcionales'] }

/** Warns that publishing would lock the form permanently, as the option could not be switched on again. */
export function PermanentLockNote({ locks, opcionales }: PermanentLockNoteProps) {
  if (!locks.structure || locks.everything || opcionales.editableForm) return null
  return (
    <Banner tone="attention">
      <Trans>
        This form has answers. Once it is published with “Editable with answers” off, it can never be edited again.
      </Trans>
    </Banner>
  )
}
