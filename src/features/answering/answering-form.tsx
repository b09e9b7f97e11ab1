import { type ReactNode, useMemo } from 'react'
import { IconArrowLeft } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { TemplateOptions } from '#domain/templates/index.ts'
import { isFramedView, LinkButton, TextLink, useAccount, lazyPartOrNone, withMessages } from '#ui/index.ts'
import { LazyScanCodeButton } from './controls/lazy-scan-code.ts'
import type { DraftOpenElsewhereProps } from './drafts/open-elsewhere.tsx'
import { useDraftAutosave } from './drafts/use-draft-autosave.ts'
import { useIsSavedElsewhere } from './drafts/use-saved-elsewhere.ts'
import { FormPage } from './form-page.tsx'
import type { PhotoRowsProps, RowStartProps } from './form/form-context.ts'
import { LazyLocationAid } from './location/lazy-location-aid.ts'
import type { StepAfterSaving } from './save/save-bar.tsx'
import type { AnsweringSession } from './session.ts'

const former = () => withMessages('answering/previous', import('./previous/previous.ts'))

/** Loaded with the first form that offers to copy a previous answer, for signed-in users. */
const LazyCopyLastAnswer = lazyPartOrNone(async () => (await former()).CopyLastAnswerButton)

/** Loaded with the first repeatable section, for signed-in users. */
const LazyAddRowLikeLast = lazyPartOrNone<RowStartProps>(async () => (await former()).AddRowLikeLastButton)

/** Loaded after the form, because the schemas of its endpoint are large and the notice needs the server anyway. */
const LazyAcceptanceNotice = lazyPartOrNone(
  async () => (await import('./drafts/acceptance-notice.tsx')).AcceptanceNotice,
)

/**
 * Loaded with the first repeatable section. Shown if its rows ask for a photo. If it cannot be loaded, photos are taken
 * one at a time.
 */
const LazyPhotoRows = lazyPartOrNone<PhotoRowsProps>(
  async () => (await import('./attachments/photo-rows.tsx')).PhotoRows,
)

/** Loaded on demand, as few drafts are open in two windows. */
const DraftOpenElsewhere = lazyPartOrNone<DraftOpenElsewhereProps>(
  async () => (await import('./drafts/open-elsewhere.tsx')).DraftOpenElsewhere,
)

type AnsweringFormProps = {
  readonly session: AnsweringSession
  /** shown above the form: a note about the draft being continued or discarded */
  readonly notice?: ReactNode
  /** called on the first change, which creates the draft */
  readonly onFirstChange: () => void
  readonly onSaved: (next?: StepAfterSaving) => void
  /** hash of the citizen in the URL, for a new answer */
  readonly citizenHash?: string | undefined
}

/** The step after saving. Forms embedded in another site do not offer copies (part 3, point 2: limited views). */
function pickNextStep({ addAppointment, envioEmail }: TemplateOptions): StepAfterSaving | undefined {
  if (addAppointment) return 'booking'
  return envioEmail && !isFramedView() ? 'copy' : undefined
}

const CAPTURE = { PhotoRows: LazyPhotoRows, RowStart: LazyAddRowLikeLast, ScanCode: LazyScanCodeButton }

/** A form being answered; its draft is kept on this device. */
export function AnsweringForm({ session, notice, onFirstChange, onSaved, citizenHash }: AnsweringFormProps) {
  const elsewhere = useDraftAutosave(session, onFirstChange)
  const savedElsewhere = useIsSavedElsewhere(session)
  const { startLikeLast } = session.form.template.opcionales
  const { ask, local } = useAccount()
  const office = useMemo(() => ({ ask, local, citizenHash }), [ask, local, citizenHash])
  return (
    <FormPage
      office={office}
      session={session}
      onSaved={onSaved}
      elsewhere={elsewhere}
      next={pickNextStep(session.form.template.opcionales)}
      LocationAid={LazyLocationAid}
      capture={CAPTURE}
      start={startLikeLast && <LazyCopyLastAnswer />}
      whenFull={
        <TextLink to="/sincronizacion" hash="espacio">
          <Trans>Free up space</Trans>
        </TextLink>
      }
      back={
        <LinkButton to="/listar" variant="subtle" leftSection={<IconArrowLeft size={20} aria-hidden="true" />}>
          <Trans>Forms</Trans>
        </LinkButton>
      }
      notice={
        elsewhere || savedElsewhere ? (
          <DraftOpenElsewhere
            isSaved={savedElsewhere}
            toSaved={
              <LinkButton
                variant="default"
                to="/contestar/$id/guardado/$answerId"
                params={{ id: session.form.template.id, answerId: session.answer }}
              >
                <Trans>See answer</Trans>
              </LinkButton>
            }
          />
        ) : (
          <>
            <LazyAcceptanceNotice session={session} />
            {notice}
          </>
        )
      }
    />
  )
}
