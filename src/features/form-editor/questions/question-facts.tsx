import { Plural, Trans } from '@lingui/react/macro'
import { asksForMoney } from '#domain/payments/index.ts'
import { ATTACHMENTS } from '#domain/questions/index.ts'
import { type EditorQuestion, offersOptions } from '#domain/templates/index.ts'
import { useFormCurrency } from '../use-form-currency.ts'
import styles from './questions.module.css'

type QuestionFactsProps = { readonly question: EditorQuestion; readonly opened: boolean; readonly onOpen: () => void }

/** What a folded question is set to, in a line. Nothing when there is nothing to say. */
export function QuestionFacts({ question, opened, onOpen }: QuestionFactsProps) {
  const choice = offersOptions(question.tipoPregunta)
  const attachments = ATTACHMENTS.filter(({ flag }) => question[flag]).length
  const costs = useFormCurrency().isPaid && asksForMoney(question)
  if (opened || (!question.required && !choice && attachments === 0 && !costs)) return null
  return (
    <p className="r-row r-gap-4 r-gap-x-12 r-middle r-note">
      {choice && (
        <button type="button" className={`r-target r-accent ${styles['fact-button']}`} onClick={onOpen}>
          <Plural value={question.opciones.length} _0="Add the options" one="# option" other="# options" />
        </button>
      )}
      {question.required && (
        <span className="r-soft">
          <Trans>Required</Trans>
        </span>
      )}
      {costs && (
        <span className="r-soft">
          <Trans>With a price</Trans>
        </span>
      )}
      {attachments > 0 && (
        <span className="r-soft">
          <Plural value={attachments} one="# attachment" other="# attachments" />
        </span>
      )}
    </p>
  )
}
