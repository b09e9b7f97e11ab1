import { IconCopy } from '@tabler/icons-react'
import { useRef, useState, useEffect } from 'react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  findReusableCitizen,
  computeSectionProgress,
  prefillFromAnswer,
  prefillFromRow,
  removePrefill,
  decomposeAnswer,
  compareSubjects,
  toAnswerSubject,
  listQuestionsInRow,
  listAskedRowIds,
  type EarlierAnswer,
  type SubjectSimilarity,
  type AnswerSubject,
} from '#domain/answering/index.ts'
import type { AnswerValues } from '#domain/answers/index.ts'
import type { Citizen } from '#domain/citizens/index.ts'
import {
  insertRow,
  generateRowId,
  type AnswerId,
  type RowId,
  type Instant,
  type TemplateId,
} from '#domain/kernel/index.ts'
import type { Section } from '#domain/templates/index.ts'
import { findOwnFormerAnswer, type Local, type SubmitOrAnswer } from '#local/index.ts'
import { Banner, useFormats } from '#ui/index.ts'
import { withRows } from '../form/content-edits.ts'
import { addRow, offerUndo, setHeader, revealQuestion, acceptsInput } from '../form/form-actions.ts'
import { useFormContext, useForm, type RowStartProps } from '../form/form-context.ts'
import type { FormStore } from '../form/form-store.ts'
import styles from './previous.module.css'

/** Delay between the last change of citizen or location and the lookup, milliseconds. Avoids a lookup per digit. */
const SETTLED_MS = 400

/** @returns the user's previous answer about the same citizen or location, if it has values to copy; else null */
function useFormer(): FormerMatch | null {
  const { form, office } = useFormContext()
  const local = office?.local
  const citizen = useForm((state) => state.header.citizen)
  const persona = useForm((state) => state.header.persona)
  const location = useForm((state) => state.header.location)
  const identifier = useForm((state) => state.header.identifier)
  const [found, setFound] = useState<FormerMatch | null>(null)
  useEffect(() => {
    if (local === undefined) return
    let isGone = false
    const findAnswerToCopy = async (): Promise<void> => {
      const subject = { citizen, persona, location, identifier }
      // Errors are ignored, as nothing is lost without the offer.
      const former = await findFormerAnswer(local, form.template.id, subject).catch(() => null)
      if (isGone) return
      const hasValuesToCopy = former !== null && previewCopiedValues(form, former).filled > 0
      setFound(hasValuesToCopy ? former : null)
    }
    const timer = setTimeout(() => void findAnswerToCopy(), SETTLED_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [form, local, citizen, persona, location, identifier])
  return found
}

/** Offers to copy the user's last answer about the same citizen or location. */
export function CopyLastAnswerButton() {
  const { form } = useFormContext()
  const formats = useFormats()
  const former = useFormer()
  const [settled, setSettled] = useState<AnswerId | null>(null)
  const line = useRef<HTMLDivElement>(null)
  const shownMatch = former === null || former.id === settled ? null : former
  const date = shownMatch === null ? '' : formats.date(shownMatch.at)

  const settle = ({ id }: FormerMatch): void => {
    setSettled(id)
    // Keeps the focus near, as the focused button was removed. The undo bar announces the result.
    line.current?.focus()
  }

  return (
    <div ref={line} role="status" tabIndex={-1} className={styles['line']}>
      {shownMatch !== null && (
        <Banner
          tone="quiet"
          action={
            <>
              <Button
                variant="default"
                onClick={() => {
                  copyFormerAnswer(form, shownMatch)
                  settle(shownMatch)
                }}
              >
                <Trans>Copy the answer of {date}</Trans>
              </Button>
              <Button variant="subtle" onClick={() => settle(shownMatch)}>
                <Trans>Not now</Trans>
              </Button>
            </>
          }
        >
          {shownMatch.likeness.person ? (
            <Trans>You have answered about this person before.</Trans>
          ) : (
            <Trans>You have answered about this place before.</Trans>
          )}{' '}
          <Trans>Assessments, photos and signatures are not copied.</Trans>
        </Banner>
      )}
    </div>
  )
}

type CopyOffer = {
  readonly content: AnswerValues
  /** citizen to copy; null if unchanged */
  readonly citizen: Citizen | null
  /** number of copied values and checked conditions; a copied citizen counts as a value */
  readonly filled: number
}

/** The values that an open form would copy from a previous answer. */
function previewCopiedValues({ template, state }: FormStore, former: FormerMatch): CopyOffer {
  const { content, header } = state.getState()
  const started = prefillFromAnswer(template, content, former)
  const citizen = findReusableCitizen(header.citizen, former.subject.citizen)
  return { ...started, citizen, filled: started.filled + (citizen === null ? 0 : 1) }
}

/** Copies a previous answer into the form, as one undoable step. */
function copyFormerAnswer(form: FormStore, former: FormerMatch): void {
  const { content: before, header } = form.state.getState()
  const { content: started, citizen, filled } = previewCopiedValues(form, former)
  if (filled === 0) return
  replaceSections(form, started)
  if (citizen !== null) setHeader(form, { citizen })
  const undo = (): void => {
    const { content, header: now } = form.state.getState()
    replaceSections(form, removePrefill(content, before, started))
    if (citizen !== null && now.citizen === citizen) setHeader(form, { citizen: header.citizen })
  }
  offerUndo(form, { what: { kind: 'start', answers: filled }, run: undo })
}

/** Copies the row above into an added row, as one undoable step. */
function copyRowAbove(form: FormStore, section: Section, row: RowId): void {
  const { content: before } = form.state.getState()
  const { content: started, filled } = prefillFromRow(section, before, row)
  if (filled === 0) return
  replaceSections(form, started)
  const rows = listAskedRowIds(section, before)
  const above = listQuestionsInRow(section, rows[rows.indexOf(row) - 1] ?? null)
  const total = above.filter(({ address }) => before.values[address] !== undefined).length
  const undo = (): void => replaceSections(form, removePrefill(form.state.getState().content, before, started))
  offerUndo(form, { what: { kind: 'start', answers: filled, total }, run: undo })
}

/** Replaces content in several sections, so the progress of all sections is recounted. */
function replaceSections({ template, state }: FormStore, content: AnswerValues): void {
  const progress = template.secciones.map((section) => [section.orden, computeSectionProgress(section, content)])
  state.setState({ content, progress: Object.fromEntries(progress) })
}

/** A previous answer of this user on this device, and the parts of its subject that equal those of the new answer. */
type FormerMatch = EarlierAnswer & {
  readonly id: AnswerId
  readonly at: Instant
  readonly likeness: SubjectSimilarity
  readonly subject: AnswerSubject
}

/** The user's latest answer about the same citizen and location, else about one of them. @returns null if none */
export async function findFormerAnswer(
  local: Local,
  form: TemplateId,
  subject: AnswerSubject,
): Promise<FormerMatch | null> {
  const likeness = (ownAnswer: SubmitOrAnswer): SubjectSimilarity => compareSubjects(subject, toSubject(ownAnswer))
  const answer = await findOwnFormerAnswer(local, form, (ownAnswer) => {
    const { person, place } = likeness(ownAnswer)
    if (person && place) return 2
    return person || place ? 1 : 0
  })
  const content = answer?.answer === undefined ? answer?.submit?.content : decomposeAnswer(answer.answer)
  if (answer === undefined || content === undefined) return null
  const { id, at, template } = answer
  return { id, at, template, content, likeness: likeness(answer), subject: toSubject(answer) }
}

function toSubject({ submit, answer }: SubmitOrAnswer): AnswerSubject {
  return answer === undefined ? (submit?.header ?? {}) : toAnswerSubject(answer)
}

/** Adds a row with the values of the last row, in one tap. */
export function AddRowLikeLastButton({ section }: RowStartProps) {
  const { form } = useFormContext()
  const isOffered = useForm(({ content }) => {
    const rows = listAskedRowIds(section, content)
    const next = generateRowId(new Uint8Array(10), rows)
    return prefillFromRow(section, withRows(content, section.orden, insertRow(rows, next)), next).filled > 0
  })
  if (!isOffered) return null
  const start = (): void => {
    const row = addRow(form, section)
    copyRowAbove(form, section, row)
    const { values } = form.state.getState().content
    const next = listQuestionsInRow(section, row).find(
      (place) => acceptsInput(place) && values[place.address] === undefined,
    )
    if (next !== undefined) revealQuestion(form, next.address, true)
  }
  return (
    <Button variant="default" leftSection={<IconCopy size={20} aria-hidden="true" />} onClick={start}>
      <Trans>Add a copy of the previous one</Trans>
    </Button>
  )
}
