import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Banner, LinkButton, useCan, useOnline } from '#ui/index.ts'
import { PermanentLockNote } from './panels/index.ts'
import { useEditor, useEditorStore } from './store/editor-context.tsx'
import { canEditHere } from './store/editor-store.ts'
import type { ServerFacts } from './use-facts.ts'

/** Notices about the whole form: locked, partly locked, soon locked, changed by others, or unknown while offline. */
export function EditorNotices({ facts, onCompare }: { readonly facts: ServerFacts; readonly onCompare: () => void }) {
  const online = useOnline()
  const locks = useEditor((state) => state.locks)
  const answers = useEditor((state) => state.answers) ?? 0
  const opcionales = useEditor((state) => state.form.opcionales)
  // Read-only windows do not offer to merge, as only the editing window can.
  const isHere = useEditor(({ owner }) => canEditHere(owner))
  return (
    <>
      {isHere && locks.everything && (
        <Banner tone="attention" action={<CopyOfLockedForm />}>
          <Plural
            value={answers}
            one="This form has # answer and cannot be edited, because “Editable with answers” is off."
            other="This form has # answers and cannot be edited, because “Editable with answers” is off."
          />
          {opcionales.addPaymentGateway && (
            <>
              {' '}
              <Trans>Only its payment and sale settings can be changed.</Trans>
            </>
          )}
        </Banner>
      )}
      {!locks.everything && locks.structure && (
        <Banner tone="waiting">
          <Plural
            value={answers}
            one="This form has # answer. You can edit its texts, but not add, move or delete anything."
            other="This form has # answers. You can edit its texts, but not add, move or delete anything."
          />
        </Banner>
      )}
      <PermanentLockNote locks={locks} opcionales={opcionales} />
      {isHere && facts.newer !== null && (
        <div role="alert">
          <Banner
            tone="attention"
            action={
              <Button variant="default" onClick={onCompare}>
                <Trans>See what changed</Trans>
              </Button>
            }
          >
            <Trans>Someone else has saved changes to this form.</Trans>
          </Banner>
        </div>
      )}
      {!online && (
        <Banner tone="waiting">
          {facts.known ? (
            <Trans>
              There is no connection. Your changes are kept on this device. Save or publish the form when you are online
              again.
            </Trans>
          ) : (
            <Trans>
              There is no connection, so Relevo cannot check whether this form has answers. Your changes are kept on
              this device. If there are answers, some changes may be rejected when you publish.
            </Trans>
          )}
        </Banner>
      )}
    </>
  )
}

/** Offers to continue in a copy of a permanently locked form. */
function CopyOfLockedForm() {
  const { id } = useEditorStore()
  const can = useCan()
  const template = useEditor((state) => state.base?.template ?? undefined)
  if (template === undefined || !can('duplicate', { kind: 'formulario', document: template })) return null
  return (
    <LinkButton to="/listar" search={{ copiar: id }} variant="default">
      <Trans>Duplicate and edit the copy</Trans>
    </LinkButton>
  )
}
