import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { findPlacedQuestion } from '#domain/answering/index.ts'
import { limitCombiningMarks } from '#domain/kernel/index.ts'
import { toQuestionAddress } from '#domain/corrections/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { SupervisorEdit } from '#domain/answers/index.ts'
import { QUESTION_TYPE, formatValue } from '#domain/questions/index.ts'
import { usePlaceTexts, useSectionTitle } from '#ui/index.ts'
import styles from './history.module.css'

type EditedAnswersProps = {
  readonly edit: SupervisorEdit
  /** version of the form; without it values are shown as stored */
  readonly version: FormTemplate | null | undefined
}
const NO_FILES = { files: [], rows: [] }
type EditedAnswer = SupervisorEdit['editedAnswers']['answers'][number]

/**
 * Contents of a correction: values in the format of their questions, with file names, then the number of rows,
 * conditions, citizen, recipient, asset and location.
 */
export function CorrectionContents({ edit, version }: EditedAnswersProps) {
  const { t, i18n } = useLingui()
  const sectionTitle = useSectionTitle()
  const { citizenOf, recipientOf, assetOf } = usePlaceTexts(NO_FILES, version)
  const { editedAnswers, editedConditions, editedRows = [], editedLocation } = edit
  const { editedCitizen, editedPersona, editedIdentifier } = edit
  const answerDetails = [
    [t`Citizen`, editedCitizen === undefined ? undefined : citizenOf(editedCitizen)],
    [t`Recipient`, editedPersona === undefined ? undefined : recipientOf(editedPersona)],
    [t`Asset`, editedIdentifier === undefined ? undefined : assetOf(editedIdentifier)],
  ] as const
  const answerText = (value: EditedAnswer): string => {
    const { answer } = value
    const words = { yes: t`Yes`, no: t`No`, language: i18n.locale }
    if (Array.isArray(answer)) return answer.join(', ')
    if (typeof answer === 'boolean') return words[answer ? 'yes' : 'no']
    const address = toQuestionAddress(value)
    const question =
      address === null || version === null || version === undefined
        ? undefined
        : findPlacedQuestion(version, address)?.question
    const isPlain = question !== undefined && question.tipoPregunta !== QUESTION_TYPE.COMBINED
    return isPlain ? formatValue(question, { respuesta: answer as string }, words) : String(answer)
  }
  const formatEditedAnswer = (value: EditedAnswer): string =>
    [limitCombiningMarks(answerText(value)), ...(value.files ?? [])].filter((part) => part !== '').join(' · ') || '–'
  return (
    <ul className={styles['edited']}>
      {editedAnswers.answers.map((answer) => (
        <li
          key={`${answer.sectionOrder}/${answer.conditionIndex ?? answer.rowId ?? answer.rowIndex ?? ''}/${answer.order}`}
        >
          {answer.title}: <strong>{formatEditedAnswer(answer)}</strong>
        </li>
      ))}
      {editedRows.map(({ sectionOrder, rows }) => {
        const index = version?.secciones.findIndex(({ orden }) => orden === sectionOrder) ?? -1
        const section = sectionTitle(version?.secciones[index], (index === -1 ? sectionOrder : index) + 1)
        return (
          <li key={sectionOrder}>
            <Trans>Repetitions of {section}</Trans>: <strong>{rows + 1}</strong>
          </li>
        )
      })}
      {editedConditions.length > 0 && (
        <li>
          <Plural value={editedConditions.length} one="# condition" other="# conditions" />
        </li>
      )}
      {answerDetails.map(([name, text]) =>
        text === undefined ? null : (
          <li key={name}>
            {name}: <strong>{text}</strong>
          </li>
        ),
      )}
      {editedLocation !== undefined && <li>{editedLocation.direccion.trim() || '–'}</li>}
    </ul>
  )
}
