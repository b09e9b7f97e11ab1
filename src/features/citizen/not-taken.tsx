import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { decomposeAnswer } from '#domain/answering/index.ts'
import { emptyValues, type AnswerValues, type Answer } from '#domain/answers/index.ts'
import { translateField, type FormTemplate } from '#domain/templates/index.ts'
import { provisionalReference } from '#domain/codes/index.ts'
import { correctionBetween, type Correction } from '#domain/corrections/index.ts'
import type { OutboxEntry } from '#domain/sync/index.ts'
import { discardEntry, listOutbox, loadAnswer, loadTemplate } from '#local/index.ts'
import {
  DeleteButton,
  PageSection,
  useAccount,
  useCorrectionDifferences,
  useFormats,
  usePlaceTexts,
  useProblemText,
} from '#ui/index.ts'
import styles from './citizen.module.css'

type RefusedEntry = {
  readonly entry: OutboxEntry
  readonly form: FormTemplate | undefined
  /** rows of the answer, to number them */
  readonly rows: AnswerValues['rows']
}

/** This citizen's answers that the municipality has refused, to be read and discarded. */
export function RefusedAnswers() {
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
        {refused.map((one) => (
          <Line key={one.entry.id} {...one} />
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
  const { values } = correctionBetween(emptyValues(), mutation.content)
  return { values, conditions: [], rows: [] }
}

function Line({ entry, form, rows }: RefusedEntry) {
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
          <span className="r-code">{provisionalReference(entry.answer)}</span> · {formats.dateTime(entry.savedAt)}
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
