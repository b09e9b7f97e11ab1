import { useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { asksForCitizen, asksForRecipient } from '#domain/answering/index.ts'
import { getUniqueCode, buildReference } from '#domain/codes/index.ts'
import { isSameDetail, fillAnswerDetails, listNextStates, type AnswerDetailsLike } from '#domain/corrections/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import type { AnswerStates } from '#domain/templates/index.ts'
import {
  AnswerCode,
  isFramedView,
  LinkButton,
  notify,
  LazyObservations,
  TextLink,
  useAccount,
  Dialog,
  lazyPart,
  usePlaceTexts,
  withMessages,
  translateField,
} from '#ui/index.ts'
import { LazyScanCodeButton } from '../controls/lazy-scan-code.ts'
import { DraftOpenElsewhere } from '../drafts/open-elsewhere.tsx'
import { useDraftAutosave } from '../drafts/use-draft-autosave.ts'
import { FormPage } from '../form-page.tsx'
import { toAnswerHeader } from '../form/draft-header.ts'
import { STATE_ELEMENT_ID } from '../form/element-ids.ts'
import { setHeader } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { LazyLocationAid } from '../location/lazy-location-aid.ts'
import { ShortenedText } from '../save/folding-text.tsx'
import { ChangeNotes } from './change-notes.tsx'
import type { ChangeSession } from './change-session.ts'
import { useRequestedQuestionsFirst } from './asked-first.tsx'
import { useCorrectionReview } from './review.tsx'
import { OpenConflicts } from './open-conflicts.tsx'
import controls from '../controls/controls.module.css'
import styles from '../header/header.module.css'

const CitizenStep = lazyPart(
  async () => (await withMessages('answering/citizen', import('../citizen/citizen-step.tsx'))).CitizenStep,
)
const NO_FILES = { files: [], rows: [] }

/**
 * Edits citizen and recipient of a stored answer, and shows differences in these and in the assigned asset. The asset
 * itself is assigned next to the location.
 */
function ChangedAnswerDetails({ seen }: { readonly seen: AnswerDetailsLike }) {
  const { t } = useLingui()
  const { form } = useFormContext()
  const { template } = form
  const { citizenOf, recipientOf, assetOf } = usePlaceTexts(NO_FILES, template)
  const header = useForm((state) => state.header)
  const [was, is] = [fillAnswerDetails(seen), fillAnswerDetails(toAnswerHeader(header))]
  const places = [
    { place: 'citizen', name: t`Citizen`, before: citizenOf(was.citizen) },
    { place: 'persona', name: t`Recipient`, before: recipientOf(was.persona) },
    { place: 'identifier', name: t`Assigned asset`, before: assetOf(was.identifier) },
  ] as const
  return (
    <>
      {(asksForCitizen(template) || asksForRecipient(template)) && <CitizenStep />}
      {places.map(({ place, name, before }) =>
        isSameDetail(place, was[place], is[place]) ? null : (
          <p key={place} className="r-breaks r-soft r-note">
            {name} · <Trans comment="what stood there before this change">Before: {before}</Trans>
          </p>
        ),
      )}
    </>
  )
}

/** Input aids of a change: only scanning, as taking several photos would add rows to the stored answer. */
const CAPTURE = { ScanCode: LazyScanCodeButton }

/** A stored answer in the version of the form it was filled in with, to be corrected or completed. */
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
  const unchanged = useNoChangesMessage()
  const review = useCorrectionReview(session)
  const code = getUniqueCode(stored.codigoMunicipio) ?? buildReference(stored.id)
  const elsewhere = useDraftAutosave(session, () => undefined)
  const contents = useRequestedQuestionsFirst(session, isEdit ? undefined : <ChangedAnswerDetails seen={change.seen} />)
  const signatures = useMemo(
    () => (isEdit && version.opcionales.digitalSignature ? version.signatures : []),
    [isEdit, version],
  )
  const id = stored.id
  const onSaved = (): void => {
    notify({ tone: 'received', text: t`The answer was saved` })
    // Embedded pages have no lists to return to.
    if (isEdit && !isFramedView())
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
        LocationAid={LazyLocationAid}
        capture={CAPTURE}
        session={session}
        heading={isEdit ? undefined : t`Editing ${code}`}
        onSaved={onSaved}
        elsewhere={elsewhere}
        whenFull={
          <TextLink to="/sincronizacion" hash="espacio">
            <Trans>Free up space</Trans>
          </TextLink>
        }
        named={<AnswerCode id={id} code={stored.codigoMunicipio} />}
        signatures={signatures}
        office={office}
        header={
          isEdit ? (
            <ChangedState states={opening.expected.estados} />
          ) : (
            contents === undefined && <ChangedAnswerDetails seen={change.seen} />
          )
        }
        contents={contents}
        notice={
          <>
            {elsewhere ? (
              <DraftOpenElsewhere />
            ) : (
              <ChangeNotes session={session} isEdit={isEdit} onDiscarded={onDiscarded} />
            )}
            <LazyObservations answer={stored} />
            {!isEdit && <OpenConflicts session={session} />}
          </>
        }
        sends={isEdit ? undefined : { whole: <Trans>Save changes</Trans>, short: <Trans>Save</Trans> }}
        changing={{
          cancel: (
            <LinkButton to="/ver/$id" params={{ id }} variant="default">
              {isEdit ? (
                <Trans>Cancel</Trans>
              ) : (
                <ShortenedText whole={<Trans>Cancel correction</Trans>} short={<Trans>Cancel</Trans>} />
              )}
            </LinkButton>
          ),
          failed: isEdit ? (
            <Trans>The answer could not be saved.</Trans>
          ) : (
            <Trans>The answer could not be saved. Try again.</Trans>
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

/**
 * Dialog that says that nothing was changed (part 3, point 8). `onRefused` opens the dialog for the problem
 * `answer.no-changes` and returns whether the problem was this one.
 */
function useNoChangesMessage(): { readonly said: ReactNode; readonly onRefused: (problem: Problem) => boolean } {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return {
    said: (
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t`There are no changes`}>
        <p>
          <Trans>You must make at least one change before you can save the answer.</Trans>
        </p>
      </Dialog>
    ),
    onRefused: ({ code }) => {
      setOpen(code === 'answer.no-changes')
      return code === 'answer.no-changes'
    },
  }
}

/** Selects the answer's state, among the current state and the possible next states. */
function ChangedState({ states }: { readonly states: AnswerStates | undefined }) {
  const { t, i18n } = useLingui()
  const { form } = useFormContext()
  const picked = useForm((state) => state.header.state)
  if (states === undefined) return null
  const next = new Set(listNextStates({ estados: states }).map(({ id }) => id))
  return (
    <fieldset className={styles['block']} id={`${STATE_ELEMENT_ID}-block`}>
      <legend>{t`State`}</legend>
      <div className={`r-column r-gap-4 ${controls['option-list']}`} role="radiogroup" aria-label={t`State`}>
        {states.disponibles.map(({ id, ...state }, index) => (
          <label key={id} className={controls['option']} data-chosen={picked === id}>
            <input
              id={index === 0 ? STATE_ELEMENT_ID : undefined}
              type="radio"
              name={STATE_ELEMENT_ID}
              checked={picked === id}
              disabled={id !== states.actual && !next.has(id)}
              onChange={() => setHeader(form, { state: id })}
            />
            <span>{translateField(state, 'nombre', i18n.locale)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
