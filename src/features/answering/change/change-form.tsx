import { useMemo, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { ownCode, provisionalReference } from '#domain/codes/index.ts'
import { discardDraft } from '#local/index.ts'
import {
  DeleteButton,
  AnswerCode,
  Banner,
  isFramed,
  LinkButton,
  notify,
  Observations,
  TextLink,
  useAccount,
  useFormats,
} from '#ui/index.ts'
import { LaterScanCode } from '../controls/later-scan-code.ts'
import { useKeptDraft } from '../drafts/use-kept-draft.ts'
import { FormPage } from '../form-page.tsx'
import { LaterLocationAid } from '../location/later-aid.ts'
import { FoldingWords } from '../save/folding-words.tsx'
import { ChangedParticulars } from './changed-particulars.tsx'
import { ChangedState } from './changed-state.tsx'
import type { ChangeSession } from './change-session.ts'
import { useReview } from './review.tsx'
import { OpenConflicts } from './open-conflicts.tsx'
import { useUnchanged } from './use-unchanged.tsx'

/** A stored answer has its rows: no photos are taken in a row. */
const CAPTURE = { ScanCode: LaterScanCode }

/** A stored answer in the form that it was filled with, open to be corrected or completed. */
export function ChangeForm({
  session,
  onDiscarded,
}: {
  readonly session: ChangeSession
  readonly onDiscarded: () => void
}) {
  const { t } = useLingui()
  const { opening, change } = session
  const { stored, version } = opening
  const isEdit = opening.kind === 'answer.edit'
  const navigate = useNavigate()
  const { ask, local } = useAccount()
  const office = useMemo(() => ({ ask, local }), [ask, local])
  const unchanged = useUnchanged()
  const review = useReview(session)
  const code = ownCode(stored.codigoMunicipio) ?? provisionalReference(stored.id)
  const elsewhere = useKeptDraft(session, () => undefined)
  const signatures = useMemo(
    () => (isEdit && version.opcionales.digitalSignature ? version.signatures : []),
    [isEdit, version],
  )
  const id = stored.id
  const onSaved = (): void => {
    notify({ tone: 'received', text: t`The answer was saved correctly` })
    // A frame in another site's page has no lists.
    if (isEdit && !isFramed())
      void navigate({
        to: '/respuestas/listado/$id/{-$respuesta}',
        params: { id: stored.idPlantilla, respuesta: undefined },
        search: true,
      })
    else void navigate({ to: '/ver/$id', params: { id } })
  }
  return (
    <>
      <FormPage
        LocationAid={LaterLocationAid}
        capture={CAPTURE}
        session={session}
        heading={isEdit ? undefined : t`Correcting ${code}`}
        onSaved={onSaved}
        elsewhere={elsewhere}
        whenFull={
          <TextLink to="/sincronizacion" hash="espacio">
            <Trans>See what can be freed</Trans>
          </TextLink>
        }
        named={<AnswerCode id={id} code={stored.codigoMunicipio} />}
        signatures={signatures}
        office={office}
        header={isEdit ? <ChangedState states={opening.expected.estados} /> : <ChangedParticulars seen={change.seen} />}
        notice={
          <>
            <DraftNotes session={session} onDiscarded={onDiscarded} />
            {stored.version > change.base && (
              <Note tone="attention">
                <Trans>
                  Somebody changed this answer since you began. Where both of you changed the same, both values are kept
                  and somebody decides.
                </Trans>
              </Note>
            )}
            {elsewhere && (
              <Note tone="attention">
                <Trans>
                  This answer is open in another window. Close it there, or one overwrites what is typed in the other.
                </Trans>
              </Note>
            )}
            {!opening.mayReplace && (
              <Note tone="quiet">
                <Trans>You complete what is missing; what is answered stays as it is.</Trans>
              </Note>
            )}
            {isEdit && opening.mayReplace && (
              <Note tone="quiet">
                <Trans>
                  You complete what is missing, as long as something is. A correction is noted in the history.
                </Trans>
              </Note>
            )}
            <Observations answer={stored} />
            {!isEdit && <OpenConflicts session={session} />}
          </>
        }
        changing={{
          cancel: (
            <LinkButton to="/ver/$id" params={{ id }} variant="default">
              {isEdit ? (
                <Trans>Cancel</Trans>
              ) : (
                <FoldingWords whole={<Trans>Cancel correction</Trans>} short={<Trans>Cancel</Trans>} />
              )}
            </LinkButton>
          ),
          failed: isEdit ? (
            <Trans>An error occurred while saving the answer.</Trans>
          ) : (
            <Trans>There was an error saving the answer, please try again.</Trans>
          ),
          onRefused: unchanged.onRefused,
        }}
        before={isEdit ? undefined : review.ask}
      />
      {unchanged.said}
      {review.shown}
    </>
  )
}

function Note({ tone, children }: { readonly tone: 'attention' | 'quiet'; readonly children: ReactNode }) {
  return (
    <div role={tone === 'attention' ? 'alert' : undefined}>
      <Banner tone={tone}>{children}</Banner>
    </div>
  )
}

/** Says that this goes on with a draft, and lets it go. */
function DraftNotes({ session, onDiscarded }: { readonly session: ChangeSession; readonly onDiscarded: () => void }) {
  const formats = useFormats()
  const { local } = useAccount()
  const kept = session.opening.draft?.draft
  if (kept === undefined) return null
  const discard = async (): Promise<void> => {
    await session.journal.close()
    await discardDraft(local, session.answer)
    onDiscarded()
  }
  return (
    <Banner
      tone="quiet"
      action={
        <DeleteButton onClick={() => void discard()}>
          <Trans>Discard</Trans>
        </DeleteButton>
      }
    >
      <Trans>You are continuing the draft of {formats.dateTime(kept.updatedAt)}.</Trans>
    </Banner>
  )
}
