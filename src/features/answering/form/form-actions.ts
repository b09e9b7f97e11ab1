import { type Address, parseAddress, type RowId, insertRow } from '#domain/kernel/index.ts'
import type { AnswerValues, QuestionValue } from '#domain/answers/index.ts'
import type { Condition, Section } from '#domain/templates/index.ts'
import {
  findCheckedConditions,
  type FileClaim,
  type PlacedQuestion,
  listQuestionsInRow,
  listAskedQuestionsInSection,
  listAskedRowIds,
} from '#domain/answering/index.ts'
import { listAcceptedAttachments, acceptsAnswerValue, type AttachmentField } from '#domain/questions/index.ts'
import { restoreValues, removeValues, withCheckedConditions, withRows, withValue } from './content-edits.ts'
import type { DraftHeader, OpenSignature } from './draft-header.ts'
import { changeContent, type FormStore, buildCurrentTimeValues, type UndoOffer } from './form-store.ts'
import type { TrackedValue } from './late-places.ts'

/** Actions on an open form. Actions that delete values offer undo instead of asking for confirmation. */

export function setValue(form: FormStore, address: Address, value: QuestionValue | undefined): void {
  changeContent(form, parseAddress(address).section, withValue(form.state.getState().content, address, value))
}

/**
 * Checks or unchecks a condition. In single mode, checking a condition unchecks the others. Unchecking deletes the
 * condition's values (part 3, point 4), with undo, unless a stored answer is changed.
 */
export function setCondition(form: FormStore, section: Section, condition: Condition, checked: boolean): void {
  const { content } = form.state.getState()
  const before = findCheckedConditions(section, content)
  const others = section.conditionalSectionSingle && checked ? [] : before.filter((order) => order !== condition.order)
  const now = checked ? [...others, condition.order] : others
  if (form.keepsUncheckedValues)
    return changeContent(form, section.orden, withCheckedConditions(content, section.orden, now))
  const belongs = (address: Address): boolean => {
    const parts = parseAddress(address)
    return parts.section === section.orden && parts.condition !== null && !now.includes(parts.condition)
  }
  const [kept, taken] = removeValues(content, belongs)
  const requestedContent = withCheckedConditions(kept, section.orden, now)
  const fresh = buildCurrentTimeValues(
    listAskedQuestionsInSection(section, requestedContent).filter(({ address }) => isUnder(address, condition.order)),
  )
  changeContent(form, section.orden, checked ? restoreValues(requestedContent, fresh) : requestedContent)
  const about = form.state.getState().undo?.at
  if (about !== undefined && belongs(about)) dismissUndo(form)
  const answers = Object.keys(taken).length + form.late.take(belongs, taken)
  const deletedCondition = section.conditions.find(({ order }) => before.includes(order) && !now.includes(order))
  if (answers === 0 || deletedCondition === undefined) return
  offerUndo(form, {
    what: { kind: 'condition', name: deletedCondition.condition, answers },
    run: () => {
      form.late.bringBack(taken)
      // Restores the values first, as checking the condition then adds presets only where there is no value.
      changeContent(form, section.orden, restoreValues(form.state.getState().content, taken))
      setCondition(form, section, deletedCondition, true)
    },
  })
}

/** Adds an empty row at the end and scrolls to its heading, which may be far from the button. */
export function addRow(form: FormStore, section: Section): RowId {
  const { content } = form.state.getState()
  const rows = listAskedRowIds(section, content)
  const row = form.createRowId(rows)
  const places = listQuestionsInRow(section, row)
  const longer = withRows(content, section.orden, insertRow(rows, row))
  changeContent(
    form,
    section.orden,
    form.keepsUncheckedValues ? longer : restoreValues(longer, buildCurrentTimeValues(places)),
  )
  const first = places.find(acceptsInput)
  if (first !== undefined) revealQuestion(form, first.address, true)
  return row
}

/** Restores a removed row at its previous position, with the given values. */
export function restoreRow(form: FormStore, section: Section, row: RowId, values: AnswerValues['values']): void {
  const { content } = form.state.getState()
  const rows = listAskedRowIds(section, content)
  const longer = rows.includes(row) ? content : withRows(content, section.orden, insertRow(rows, row))
  changeContent(form, section.orden, restoreValues(longer, values))
}

/** Whether the question takes a value or attachments. False for headings and links. */
export function acceptsInput({ question }: PlacedQuestion): boolean {
  return acceptsAnswerValue(question) || listAcceptedAttachments(question).length > 0
}

function isUnder(address: Address, condition: number): boolean {
  return parseAddress(address).condition === condition
}

/** Removes a row and its values, with undo. @param name the row's title, if rows have titles */
export function removeRow(form: FormStore, section: Section, row: RowId, name?: string): void {
  const { content } = form.state.getState()
  const belongs = (address: Address): boolean => {
    const parts = parseAddress(address)
    return parts.section === section.orden && parts.row === row
  }
  const [kept, taken] = removeValues(content, belongs)
  const others = listAskedRowIds(section, content).filter((rowId) => rowId !== row)
  changeContent(form, section.orden, withRows(kept, section.orden, others))
  const answers = Object.keys(taken).length + form.late.take(belongs, taken)
  offerUndo(form, {
    what: { kind: 'row', answers, ...(name === undefined ? {} : { name }) },
    run: () => {
      form.late.bringBack(taken)
      restoreRow(form, section, row, taken)
    },
  })
}

/** Registers a file whose bytes are already stored. */
export function addFile(form: FormStore, claim: FileClaim): void {
  form.state.setState(({ files }) => ({ files: { ...files, [claim.sha256]: claim } }))
}

export function setHeader(form: FormStore, change: Partial<DraftHeader>): void {
  form.state.setState(({ header }) => ({ header: { ...header, ...change } }))
}

/** Deletes a header field, so that a missing value is never represented by an empty one. */
export function clearHeader(form: FormStore, field: 'citizen' | 'persona' | 'location' | 'identifier' | 'state'): void {
  form.state.setState(({ header }) => ({
    header: Object.fromEntries(Object.entries(header).filter(([key]) => key !== field)) as DraftHeader,
  }))
}

export function updateSignature(form: FormStore, index: number, change: Partial<OpenSignature>): void {
  form.state.setState(({ header }) => ({
    header: {
      ...header,
      signatures: header.signatures.map((signature) =>
        signature.indexSignature === index ? { ...signature, ...change } : signature,
      ),
    },
  }))
}

export function setFocusedQuestion(form: FormStore, address: Address): void {
  if (form.state.getState().focus !== address) form.state.setState({ focus: address })
}

export function setSectionOpen(form: FormStore, section: number, open: boolean): void {
  const sections = new Set(form.state.getState().open)
  if (open) sections.add(section)
  else sections.delete(section)
  // Clears `reveal`, so that unfolding the section again does not move the focus.
  form.state.setState(open ? { open: sections } : { open: sections, reveal: null })
}

export function setAllSectionsOpen(form: FormStore, open: boolean): void {
  form.state.setState({ open: new Set(open ? form.template.secciones.map((section) => section.orden) : []) })
}

/**
 * Unfolds the question's section and requests that the question is rendered, scrolled to and focused.
 * @param isNewRow shows the heading of its row, and opens no keyboard
 */
export function revealQuestion(form: FormStore, address: Address, isNewRow = false): void {
  setSectionOpen(form, parseAddress(address).section, true)
  form.state.setState(({ reveal }) => ({ reveal: { address, at: (reveal?.at ?? 0) + 1, isNewRow } }))
}

export function markMissingItems(form: FormStore): void {
  form.state.setState({ marked: true })
}

export function offerUndo(form: FormStore, undo: UndoOffer): void {
  const offeredUndo: UndoOffer = {
    ...undo,
    run: () => {
      if (form.state.getState().undo !== offeredUndo) return
      form.state.setState({ undo: null })
      undo.run()
    },
  }
  form.state.setState({ undo: offeredUndo })
}

export function dismissUndo(form: FormStore): void {
  form.state.setState({ undo: null })
}

/** Merges fields into the current value. */
export function patchValue(form: FormStore, address: Address, patch: QuestionValue): void {
  setValue(form, address, { ...form.state.getState().content.values[address], ...patch })
}

/** Reserves a question for a value that arrives later, such as a photo, even if its row is removed in the meantime. */
export function trackLateValue(form: FormStore, address: Address): TrackedValue {
  return form.late.hold(address, (place, patch) => patchValue(form, place, patch))
}

/**
 * Removes an attachment, with undo. Undo replaces a file that was attached since, and offers to restore that file in
 * turn.
 */
export function removeAttachment(form: FormStore, address: Address, field: AttachmentField, name: string): void {
  const { [field]: removedSha256, ...rest } = form.state.getState().content.values[address] ?? {}
  setValue(form, address, rest)
  if (removedSha256 === undefined) return
  const bringBack = (): void => {
    const { content, files } = form.state.getState()
    const since = files[content.values[address]?.[field] ?? '']
    if (since !== undefined) removeAttachment(form, address, field, since.name)
    patchValue(form, address, { [field]: removedSha256 })
  }
  offerUndo(form, { what: { kind: 'file', name }, at: address, run: bringBack })
}
