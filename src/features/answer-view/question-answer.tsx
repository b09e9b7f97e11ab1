import { Trans, useLingui } from '@lingui/react/macro'
import { decomposeQuestion } from '#domain/answering/index.ts'
import {
  DATA_TYPE,
  QUESTION_TYPE,
  type AnsweredQuestion,
  formatValue,
  isLocationQuestion,
  isSafeLink,
  isWebLink,
} from '#domain/questions/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { limitCombiningMarks } from '#domain/kernel/index.ts'
import { useFormTexts } from '#ui/index.ts'
import { AttachedFile, AttachedImage } from './attached-file.tsx'
import { QuestionLocation } from './place-of-answer.tsx'
import styles from './answer-view.module.css'

/** A question and its value; a dash if unanswered. */
export function QuestionAnswer({ question, answer }: { readonly question: AnsweredQuestion; readonly answer: Answer }) {
  const { t, i18n } = useLingui()
  const formText = useFormTexts()
  const title = formText(question, 'titulo')
  const open = question.tipoPregunta === QUESTION_TYPE.OPEN
  const files = [question.imagen, question.documento, question.video].filter((file) => file !== undefined)
  const givenValue = decomposeQuestion(question) ?? undefined
  const text = limitCombiningMarks(formatValue(question, givenValue, { yes: t`Yes`, no: t`No`, language: i18n.locale }))

  if (open && question.tipoDato === DATA_TYPE.TITLE && files.length === 0)
    return <h3 className={styles['heading']}>{title}</h3>
  if (open && question.tipoDato === DATA_TYPE.LINK && files.length === 0) {
    if (question.link === undefined || !isSafeLink(question.link)) return null
    return (
      <p className={styles['question']}>
        <a href={question.link} {...(isWebLink(question.link) && { target: '_blank', rel: 'noreferrer' })}>
          {question.tituloLink ?? title}
        </a>
      </p>
    )
  }
  return (
    <div className={styles['question']}>
      <p className={`r-soft ${styles['asked']}`}>{title}</p>
      <div>
        {text !== '' && <p className={`r-breaks r-lines ${styles['answer']}`}>{text}</p>}
        {text === '' && files.length === 0 && (
          <p className={`r-breaks r-lines ${styles['answer']}`}>
            <span aria-hidden="true">{'–'}</span>
            <span className="r-hidden">
              <Trans>Not answered</Trans>
            </span>
          </p>
        )}
        {isLocationQuestion(question) && <QuestionLocation text={text} />}
        {question.imagen !== undefined && <AttachedImage file={question.imagen} answer={answer} title={title} />}
        {question.documento !== undefined && <AttachedFile file={question.documento} answer={answer} />}
        {question.video !== undefined && <AttachedFile file={question.video} answer={answer} />}
      </div>
    </div>
  )
}
