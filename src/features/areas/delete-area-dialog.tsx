import { useState } from 'react'
import { Skeleton } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { deleteArea, readAreaUse, type AreaUse, type ListedArea } from '#domain/places/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import { FormDialog, notify, useAct, useAsked, useFailureText } from '#ui/index.ts'
import { People } from './people.tsx'

type DeleteAreaDialogProps = { readonly area: ListedArea; readonly onClose: () => void }

/** Deletes an area, or says what stands against it: its forms, or those who have no other (part 1, point 4). */
export function DeleteAreaDialog({ area, onClose }: DeleteAreaDialogProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const [asked] = useAsked(readAreaUse, { area: area.path })
  const { act, busy } = useAct(deleteArea)
  const [failure, setFailure] = useState<string | null>(null)
  // What the server found when it was to delete: another user may have been quicker.
  const [found, setFound] = useState<AreaUse | null>(null)
  const use = found ?? (asked.kind === 'here' ? asked.value : null)

  async function remove(): Promise<void> {
    setFailure(null)
    const done = await act({ body: { area: area.path } })
    if (done.kind !== 'ok') return setFailure(failureText(done, t`An error occurred while deleting the area`))
    if (done.value.use.kind !== 'free') return setFound(done.value.use)
    notify({ tone: 'received', text: t`Area deleted correctly` })
    onClose()
  }

  return (
    <FormDialog
      danger
      title={t`Delete ${area.nombre}?`}
      submit={<Trans>Delete</Trans>}
      busy={busy}
      disabled={use?.kind !== 'free'}
      failure={failure ?? (asked.kind === 'failed' ? t`Error while verifying the restrictions of the area` : null)}
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      {use !== null && <What use={use} />}
      {asked.kind === 'loading' && (
        <div role="status" aria-label={t`Loading`}>
          <Skeleton height={48} />
        </div>
      )}
    </FormDialog>
  )
}

function What({ use }: { readonly use: AreaUse }) {
  switch (use.kind) {
    case 'forms':
      return (
        <p>
          <Trans>The area cannot be deleted because it has associated forms:</Trans>{' '}
          <Plural value={use.forms} one="# form" other="# forms" />.{' '}
          <Trans>Delete them, or put them into another area, before.</Trans>
        </p>
      )
    case 'only-area':
      return (
        <>
          <p>
            <Trans>The area cannot be deleted because these users have only this area. Give them another before.</Trans>
          </p>
          <People users={use.users} total={use.total} />
        </>
      )
    case 'free':
      return use.users === 0 ? (
        <p>
          <Trans>Nobody has this area and no form belongs to it.</Trans>
        </p>
      ) : (
        <p>
          <Plural
            value={use.users}
            one="# user has this area among others and loses it."
            other="# users have this area among others and lose it."
          />{' '}
          <Trans>Answers that were given in it stay.</Trans>
        </p>
      )
    default:
      return unreachable(use)
  }
}
