import type { ReactNode } from 'react'
import { IconAlertTriangle, IconMail } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  type FileClaim,
  isStoredValueChanged,
  type ReviewedQuestion,
  buildAnswerReview,
  type ReviewedQuestionGroup,
  formatRowTitle,
  toRowNumber,
} from '#domain/answering/index.ts'
import type { Address } from '#domain/kernel/index.ts'
import { Dialog, translateField, usePlaceTexts, useSectionTitle } from '#ui/index.ts'
import { useObjectUrl } from '../attachments/use-object-url.ts'
import { findFormFile, useForm, useFormContext } from '../form/form-context.ts'
import { toAnswerHeader } from '../form/draft-header.ts'
import styles from './reading.module.css'

type ReadingDialogProps = {
  /** signature blocks, shown below the answer */
  readonly children: ReactNode
  readonly onClose: () => void
  readonly onCopy?: (() => void) | undefined
}

/**
 * The answer in full screen for its signers: citizen and location, questions answered "no" or corrected, then all
 * questions, then the signatures.
 */
export function ReadingDialog({ children, onClose, onCopy }: ReadingDialogProps) {
  const { t, i18n } = useLingui()
  const { form, rules } = useFormContext()
  const { template } = form
  const content = useForm((state) => state.content)
  const words = { yes: t`Yes`, no: t`No`, language: i18n.locale }
  const { parts, open } = buildAnswerReview(template, content, words, rules?.seen)
  const answers = parts.flatMap((part) => part.answers)
  const [refused, corrected] = [
    answers.filter(({ isAnsweredNo }) => isAnsweredNo),
    answers.filter(isStoredValueChanged),
  ]
  return (
    <Dialog
      opened
      fullScreen
      title={t`Read before signing`}
      classNames={{ header: styles['head'] ?? '', body: styles['page'] ?? '' }}
      onClose={onClose}
    >
      <div className="r-column r-gap-16">
        <Subjects />
        <Extract title={t`Answered “no”`} answers={refused} />
        <Extract title={t({ message: 'Edited', context: 'heading' })} answers={corrected} />
        <h3>
          <Trans>Answers</Trans>
        </h3>
        {parts.map((part) => (
          <Part key={part.answers[0]?.place.address} part={part} />
        ))}
        {open > 0 && (
          <p className="r-soft">
            <Plural value={open} one="# question was not answered." other="# questions were not answered." />
          </p>
        )}
        <h3>
          <Trans>Signatures</Trans>
        </h3>
        {children}
        <div className="r-row">
          {onCopy !== undefined && (
            <Button
              variant="default"
              leftSection={<IconMail size={20} aria-hidden="true" />}
              onClick={() => {
                onClose()
                onCopy()
              }}
            >
              <Trans>Save and send a copy</Trans>
            </Button>
          )}
          <Button onClick={onClose}>
            <Trans>Back to the form</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Title of the form, citizen, recipient and location. */
function Subjects() {
  const { t, i18n } = useLingui()
  const { template } = useFormContext().form
  const { citizen, persona, location } = toAnswerHeader(useForm((state) => state.header))
  const { citizenOf, recipientOf, locationOf } = usePlaceTexts({ files: [], rows: [] }, template)
  const facts = [
    citizen !== undefined && { name: t`Citizen`, value: citizenOf(citizen) },
    persona !== undefined && { name: t`Recipient`, value: recipientOf(persona) },
    location !== undefined && { name: t`Location`, value: locationOf(location) },
  ].filter((fact) => fact !== false)
  return (
    <>
      <p className="r-strong r-breaks">{translateField(template, 'titulo', i18n.locale)}</p>
      {facts.length > 0 && (
        <dl className={styles['answers']}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Questions to be read first, with their values, in form order; renders nothing if there are none. */
function Extract({ title, answers }: { readonly title: string; readonly answers: readonly ReviewedQuestion[] }) {
  const { form, rules } = useFormContext()
  const rows = [form.state.getState().content.rows, rules?.seen.rows ?? {}]
  const { placeOf } = usePlaceTexts({ files: [], rows }, form.template)
  if (answers.length === 0) return null
  return (
    <>
      <h3>
        {title} ({answers.length})
      </h3>
      <ul className={styles['extract']}>
        {answers.map((answer) => (
          <li key={answer.place.address}>
            {placeOf(answer.place.address)}
            {isStoredValueChanged(answer) && (
              <span>
                <Change answer={answer} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The previous value, crossed out, and the new value. For files, whether they were replaced or removed. */
function Change({ answer: { before, text, files } }: { readonly answer: ReviewedQuestion }) {
  const { t } = useLingui()
  return (
    <>
      {before !== undefined && (
        <>
          <s>{before}</s> <span aria-hidden="true">→</span> <strong>{text === '' ? t`not answered` : text}</strong>{' '}
        </>
      )}
      {files !== undefined && (
        <strong>{files === 'replaced' ? t`The attached file was replaced.` : t`The attached file was removed.`}</strong>
      )}
    </>
  )
}

/** @returns the title of a section, condition or row */
export function usePartTitle(): (part: Omit<ReviewedQuestionGroup, 'answers'>) => string {
  const { t, i18n } = useLingui()
  const { template } = useFormContext().form
  const sectionTitle = useSectionTitle()
  return ({ section, condition, row, index }) => {
    const number = toRowNumber(index)
    const title = sectionTitle(section, template.secciones.indexOf(section) + 1)
    const within =
      condition !== null
        ? translateField(condition, 'condition', i18n.locale)
        : (formatRowTitle(section, index, i18n.locale) ??
          (row === null ? '' : t({ message: `Repetition ${number}`, comment: 'a further row of a section' })))
    return [title, within].filter((item) => item !== '').join(' · ')
  }
}

function Part({ part }: { readonly part: ReviewedQuestionGroup }) {
  const title = usePartTitle()
  return (
    <>
      <h4>{title(part)}</h4>
      <dl className={styles['answers']}>
        {part.answers.map((answer) => (
          <Answered key={answer.place.address} answer={answer} />
        ))}
      </dl>
    </>
  )
}

function Answered({ answer }: { readonly answer: ReviewedQuestion }) {
  const { i18n } = useLingui()
  const { question, address } = answer.place
  return (
    <div data-no={answer.isAnsweredNo}>
      <dt>{translateField(question, 'titulo', i18n.locale)}</dt>
      <dd>
        {answer.isAnsweredNo && <IconAlertTriangle size={18} aria-hidden="true" />}
        {answer.before === undefined && answer.text} {isStoredValueChanged(answer) && <Change answer={answer} />}
        {answer.isNoLongerAsked !== true && <AttachedFiles address={address} />}
      </dd>
    </div>
  )
}

/** The photo of a question, and the names of its other files. */
export function AttachedFiles({ address }: { readonly address: Address }) {
  const value = useForm((state) => state.content.values[address])
  const photo = useForm((state) => findFormFile(state, value?.imagen))
  const paper = useForm((state) => findFormFile(state, value?.documento))
  const video = useForm((state) => findFormFile(state, value?.video))
  return (
    <>
      {photo !== undefined && <Photo claim={photo} />}
      {paper !== undefined && <span>{paper.name}</span>}
      {video !== undefined && <span>{video.name}</span>}
    </>
  )
}

function Photo({ claim }: { readonly claim: FileClaim }) {
  const { t } = useLingui()
  const url = useObjectUrl(claim)
  if (url === 'missing') return <span>{claim.name}</span>
  return url === null ? null : <img src={url} alt={t`Attached image: ${claim.name}`} />
}
