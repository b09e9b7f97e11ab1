import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { decomposeAnswer } from '#domain/answering/index.ts'
import { createEmptyValues, type AnswerValues, type Answer } from '#domain/answers/index.ts'
import { listOwnAnswers, type OwnAnswerListItem, type OwnHeldListItem } from '#domain/citizens/index.ts'
import { buildReference } from '#domain/codes/index.ts'
import { buildCorrection, type Correction } from '#domain/corrections/index.ts'
import type { OutboxEntry } from '#domain/sync/index.ts'
import { translateField, type FormTemplate } from '#domain/templates/index.ts'
import { discardEntry, listOutbox, loadAnswer, loadTemplate } from '#local/index.ts'
import {
  EmptyState,
  ErrorState,
  ListSkeleton,
  Page,
  StatusBadge,
  TryAgainButton,
  useEndpointData,
  useFormats,
  useProblemText,
  DeleteButton,
  PageSection,
  useAccount,
  useCorrectionDifferences,
  usePlaceTexts,
} from '#ui/index.ts'
import { CitizenDrafts } from './begun.tsx'
import type { CitizenPageRoute } from './citizen-place.ts'
import styles from './citizen.module.css'

/** /ciudadano/formularios/respuestas: a citizen's own answers with status and actions. */
export function OwnAnswers({ go }: { readonly go: (place: CitizenPageRoute) => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [loadable, retry] = useEndpointData(listOwnAnswers, {})
  return (
    <Page title={t`My answers`} width="narrow">
      <RefusedAnswers />
      <CitizenDrafts go={go} />
      {loadable.kind === 'loading' && <ListSkeleton rows={4} height={88} label={t`Loading your answers`} />}
      {loadable.kind === 'failed' && (
        <ErrorState title={problemText(loadable.problem)} action={<TryAgainButton retry={retry} />} />
      )}
      {loadable.kind === 'here' && <Lines {...loadable.value} go={go} />}
    </Page>
  )
}

type LinesProps = {
  readonly answers: readonly OwnAnswerListItem[]
  readonly held: readonly OwnHeldListItem[]
  readonly more: boolean
  readonly go: (place: CitizenPageRoute) => void
}

function Lines({ answers, held, more, go }: LinesProps) {
  if (answers.length + held.length === 0)
    return (
      <EmptyState
        title={<Trans>There are no answers available.</Trans>}
        action={
          <Button variant="default" component="a" href="/publico/consultar-estado">
            <Trans context="button">Check the state of your form</Trans>
          </Button>
        }
      >
        <p>
          <Trans>
            What you send from the citizen portal is listed here, with its state and what the municipality asks you to
            correct. To send your first answer, open a form in the portal.
          </Trans>
        </p>
        <p>
          <Trans>If you sent a form without signing in, use its code to check its state.</Trans>
        </p>
      </EmptyState>
    )
  return (
    <>
      <ul className="r-plain">
        {held.map((answer) => (
          <HeldLine key={answer.id} answer={answer} />
        ))}
        {answers.map((answer) => (
          <Line key={answer.id} answer={answer} go={go} />
        ))}
      </ul>
      {more && (
        <p className="r-soft">
          <Trans>Only the most recent are shown.</Trans>
        </p>
      )}
    </>
  )
}

/** An answer that the server holds, with the reason. Explains that the citizen has to do nothing. */
function HeldLine({ answer }: { readonly answer: OwnHeldListItem }) {
  const formats = useFormats()
  const { i18n } = useLingui()
  const problemText = useProblemText()
  return (
    <li className={`r-row r-gap-x-16 r-middle r-between r-under ${styles['line']}`}>
      <div>
        <h2 className={styles['title']}>{translateField(answer, 'titulo', i18n.locale)}</h2>
        <p className="r-soft">
          <span className="r-code">{buildReference(answer.id)}</span> · {formats.dateTime(answer.fechaCreacion)}
        </p>
        {answer.discarded === null ? (
          <>
            <p>
              <StatusBadge tone="held">
                <Trans context="citizen" comment="the municipality checks what the citizen sent">
                  Under review
                </Trans>
              </StatusBadge>{' '}
              <Trans>The municipality will decide.</Trans>
            </p>
            <p className="r-soft">{problemText(answer.reason)}</p>
          </>
        ) : (
          <p>
            <StatusBadge tone="attention">
              <Trans context="delivery">Rejected</Trans>
            </StatusBadge>{' '}
            {answer.discarded}
          </p>
        )}
      </div>
    </li>
  )
}

function Line({ answer, go }: { readonly answer: OwnAnswerListItem; readonly go: (place: CitizenPageRoute) => void }) {
  const formats = useFormats()
  const { i18n } = useLingui()
  const isAsked = answer.status === 'review'
  return (
    <li className={`r-row r-gap-x-16 r-middle r-between r-under ${styles['line']}`}>
      <div>
        <h2 className={styles['title']}>{translateField(answer, 'titulo', i18n.locale)}</h2>
        <p className="r-soft">
          <span className="r-code">
            {answer.codigoMunicipio === '' ? buildReference(answer.id) : answer.codigoMunicipio}
          </span>{' '}
          · {formats.dateTime(answer.fechaCreacion)}
          {answer.estado !== null && (
            <>
              {' '}
              · <Trans comment="state of the procedure, set by the municipality">State: {answer.estado}</Trans>
            </>
          )}
        </p>
        <Status {...answer} />
      </div>
      <div className={`r-row ${styles['actions']}`}>
        {isAsked && (
          <Button onClick={() => go({ kind: 'revision', answer: answer.id })}>
            <Trans>Correct the answer</Trans>
          </Button>
        )}
        <Button variant="default" onClick={() => go({ kind: 'answer', answer: answer.id })}>
          <Trans>See answer</Trans>
        </Button>
      </div>
    </li>
  )
}

/** The status of an answer, worded for citizens. Staff see the specification's terms. */
function Status({ status, ended }: Pick<OwnAnswerListItem, 'status' | 'ended'>) {
  switch (status) {
    case 'review':
      return (
        <p>
          <StatusBadge tone="attention">
            <Trans context="citizen" comment="the citizen has been asked to correct an answer">
              To correct
            </Trans>
          </StatusBadge>{' '}
          <Trans>The municipality asks you to correct something.</Trans>
        </p>
      )
    case 'correct':
      return (
        <p>
          <StatusBadge tone="waiting">
            <Trans context="citizen" comment="the municipality checks what the citizen sent">
              Under review
            </Trans>
          </StatusBadge>{' '}
          <Trans>Your correction was sent and is being checked.</Trans>
        </p>
      )
    case 'approved':
      return (
        <p>
          <StatusBadge tone="received">
            {ended === true ? (
              <Trans context="citizen" comment="the request for changes has ended">
                Closed
              </Trans>
            ) : (
              <Trans context="delivery">Received</Trans>
            )}
          </StatusBadge>{' '}
          <Trans>You have nothing to correct.</Trans>
        </p>
      )
  }
}

type RefusedEntry = {
  readonly entry: OutboxEntry
  readonly form: FormTemplate | undefined
  /** rows of the answer, from which row numbers are derived */
  readonly rows: AnswerValues['rows']
}

/** Answers of this citizen that the municipality has refused, which can be read and discarded. */
function RefusedAnswers() {
  const { t } = useLingui()
  const { local } = useAccount()
  const refused = useLiveQuery(async (): Promise<readonly RefusedEntry[]> => {
    const entries = (await listOutbox(local)).filter(({ state }) => state.kind === 'quarantined')
    return Promise.all(
      entries.map(async (entry) => {
        const { template, version } = entry.mutation
        const [form, found] = await Promise.all([
          loadTemplate(local, template, version),
          loadAnswer(local, entry.answer),
        ])
        return { entry, form, rows: readRowIds(entry, found?.answer) }
      }),
    )
  }, [local])
  if (refused === undefined || refused.length === 0) return null
  return (
    <PageSection title={t`Not received`}>
      <ul className="r-plain">
        {refused.map((refusedEntry) => (
          <NotTakenLine key={refusedEntry.entry.id} {...refusedEntry} />
        ))}
      </ul>
    </PageSection>
  )
}

function readRowIds({ mutation }: OutboxEntry, answer: Answer | undefined): AnswerValues['rows'] {
  if (mutation.kind === 'answer.submit') return mutation.content.rows
  return answer === undefined ? {} : decomposeAnswer(answer).rows
}

function findWrittenContent({ mutation }: OutboxEntry): Correction | undefined {
  if (mutation.kind === 'answer.revise') return mutation.correction
  if (mutation.kind !== 'answer.submit') return undefined
  const { values } = buildCorrection(createEmptyValues(), mutation.content)
  return { values, conditions: [], rows: [] }
}

function NotTakenLine({ entry, form, rows }: RefusedEntry) {
  const { local } = useAccount()
  const { i18n } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const listDifferences = useCorrectionDifferences(usePlaceTexts({ files: entry.mutation.files, rows: [rows] }, form))
  const { state } = entry
  const written = findWrittenContent(entry)
  return (
    <li className={`r-under ${styles['line']}`}>
      <div className="r-column r-gap-12 r-breaks">
        <h3 className={styles['title']}>{form === undefined ? '' : translateField(form, 'titulo', i18n.locale)}</h3>
        <p className="r-soft">
          <span className="r-code">{buildReference(entry.answer)}</span> · {formats.dateTime(entry.savedAt)}
        </p>
        <p>
          <Trans>The municipality could not receive this. It is kept on this device and will not be sent again.</Trans>{' '}
          {state.kind === 'quarantined' && problemText(state.problem)}
        </p>
        {written !== undefined && (
          <dl className="r-column r-gap-12 r-lines">
            {listDifferences(written).map(({ key, place, is }) => (
              <div key={key}>
                <dt className="r-soft">{place}</dt>
                <dd>{is}</dd>
              </div>
            ))}
          </dl>
        )}
        <DeleteButton onClick={() => void discardEntry(local, entry.id)}>
          <Trans>Discard</Trans>
        </DeleteButton>
      </div>
    </li>
  )
}
