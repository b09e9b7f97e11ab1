import type { AnswerValues } from '#domain/answers/index.ts'
import type { Section } from '#domain/templates/index.ts'
import type { Citizen } from '#domain/citizens/index.ts'
import { reuseCitizen, progressOfSection, startLike, startRowLike, withoutStart } from '#domain/answering/index.ts'
import type { RowId } from '#domain/kernel/index.ts'
import { offerUndo, setHeader } from '../form/form-actions.ts'
import type { FormStore } from '../form/form-store.ts'
import type { FormerMatch } from './find-former.ts'

type Beginning = {
  readonly content: AnswerValues
  /** citizen to copy; null: unchanged */
  readonly citizen: Citizen | null
  /** number of copied answers and checked conditions; a copied citizen counts as an answer */
  readonly filled: number
}

/** The values that an open form would copy from a previous answer. */
export function previewCopiedValues({ template, state }: FormStore, former: FormerMatch): Beginning {
  const { content, header } = state.getState()
  const started = startLike(template, content, former)
  const citizen = reuseCitizen(header.citizen, former.subject.citizen)
  return { ...started, citizen, filled: started.filled + (citizen === null ? 0 : 1) }
}

/** Copies a previous answer into the form, as one undoable step. */
export function copyFormerAnswer(form: FormStore, former: FormerMatch): void {
  const { content: before, header } = form.state.getState()
  const { content: started, citizen, filled } = previewCopiedValues(form, former)
  if (filled === 0) return
  putContent(form, started)
  if (citizen !== null) setHeader(form, { citizen })
  offerStartUndo(form, filled, () => {
    const { content, header: now } = form.state.getState()
    putContent(form, withoutStart(content, before, started))
    if (citizen !== null && now.citizen === citizen) setHeader(form, { citizen: header.citizen })
  })
}

/** Copies the row above into an added row, as one undoable step. */
export function copyRowAbove(form: FormStore, section: Section, row: RowId): void {
  const { content: before } = form.state.getState()
  const { content: started, filled } = startRowLike(section, before, row)
  if (filled === 0) return
  putContent(form, started)
  offerStartUndo(form, filled, () => putContent(form, withoutStart(form.state.getState().content, before, started)))
}

function offerStartUndo(form: FormStore, answers: number, run: () => void): void {
  offerUndo(form, { what: { kind: 'start', answers }, run })
}

/** Changes many sections at once, so all of them are recounted. */
function putContent({ template, state }: FormStore, content: AnswerValues): void {
  const progress = template.secciones.map((section) => [section.orden, progressOfSection(section, content)])
  state.setState({ content, progress: Object.fromEntries(progress) })
}
