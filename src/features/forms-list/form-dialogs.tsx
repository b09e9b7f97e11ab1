import { unreachable } from '#domain/kernel/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import type { AreaEntry } from '#domain/sync/index.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'

/** A dialog that a form's menu opens. */
export type DialogRequest = { readonly kind: 'duplicate' | 'delete'; readonly template: FormSummary }

type FormDialogsProps = {
  readonly asked: DialogRequest
  /** areas of the account */
  readonly areas: readonly AreaEntry[]
  readonly onClose: () => void
}

export function FormDialogs({ asked, areas, onClose }: FormDialogsProps) {
  switch (asked.kind) {
    case 'duplicate':
      return <DuplicateDialog template={asked.template} areas={areas} onClose={onClose} />
    case 'delete':
      return <DeleteDialog template={asked.template} onClose={onClose} />
    default:
      return unreachable(asked.kind)
  }
}
