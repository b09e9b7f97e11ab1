import { useState } from 'react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import type { DroppedReference } from '#domain/template-file/index.ts'
import { NOTE_SEVERITY, type NoteSeverity, type XlsformNote, type NoteCode } from '#domain/xlsform/index.ts'
import { Fold, StatusIcon, type Tone } from '#ui/index.ts'
import styles from './exchange.module.css'

/** Texts of the report's notes. Each text names a part of the workbook and the change made to it. */
const NOTE_MESSAGES: Readonly<Record<NoteCode, MessageDescriptor>> = {
  'type.unknown': msg`Unknown types: left out`,
  'type.unsupported': msg`Types that Relevo does not support: left out`,
  'type.missing': msg`Rows without a type: left out`,
  'type.as-text': msg`Questions for a date and time: asked as text`,
  'type.as-number': msg`Ranges: asked as a number, without limits`,
  'type.as-yes-no': msg`Acknowledgements: asked as yes or no`,
  'type.as-location': msg`Points on the map: the form asks for one location per answer`,
  'type.rank-as-choice': msg`Rankings: asked as multiple choice, without an order`,
  'type.video-setting': msg`Videos: can be attached only if the municipality has enabled videos`,
  'type.metadata': msg`Data that Relevo records automatically, such as date and user: left out`,
  'list.missing': msg`Questions whose list of choices is not in the file: imported without options`,
  'list.from-file': msg`Questions whose choices are in another file: imported without options`,
  'list.other': msg`“Other” with free text: left out`,
  'list.name-missing': msg`Choices without a list name: left out`,
  'list.unused': msg`Lists of choices that no question uses: left out`,
  'list.text-missing': msg`Choices without a label: shown with their name`,
  'group.nested': msg`Groups within groups: converted to headings`,
  'group.nested-repeat': msg`Repeats within repeats: asked once per repetition`,
  'group.repeat-inside': msg`Repeats within groups: converted to separate sections`,
  'group.loop': msg`Loops: converted to repeatable sections`,
  'group.not-opened': msg`Group ends without a beginning: left out`,
  'group.not-closed': msg`Groups without an end: closed at the end of the sheet`,
  'column.relevant': msg`Display conditions: left out, so everything is always shown`,
  'column.constraint': msg`Limits on answers: left out`,
  'column.calculation': msg`Calculations: left out`,
  'column.choice_filter': msg`Choices that depend on earlier answers: all are offered`,
  'column.default': msg`Default answers: left out`,
  'column.read_only': msg`Read-only questions: they can be answered`,
  'column.repeat_count': msg`Fixed numbers of repetitions: each person adds as many as needed`,
  'column.trigger': msg`Actions triggered by another answer: left out`,
  'column.parameters': msg`Question parameters: left out`,
  'column.media': msg`Images, sounds and videos in questions: left out`,
  'column.guidance_hint': msg`Guidance for interviewers: left out`,
  'column.appearance': msg`Appearance: Relevo uses its own`,
  'column.unknown': msg`Unknown columns: left out`,
  'column.twice': msg`Duplicate columns: only the first is read`,
  'column.unnamed': msg`Columns without a heading: left out`,
  'cell.error': msg`Cells with an error: imported as the sheet shows them`,
  'cell.local-date': msg`Dates in the computer’s own format: imported as DD/MM/YYYY`,
  'cell.local-number': msg`Numbers in the computer’s own format: imported with a decimal point`,
  'required.expression': msg`Questions required only under a condition: imported as not required`,
  'required.conditional': msg`Required questions shown only under a condition: imported as not required`,
  'label.missing': msg`Questions without a label: shown with their name`,
  'label.reference': msg`Texts that quote another answer: the reference is kept as written`,
  'language.unknown': msg`Languages that Relevo does not support: left out`,
  'text.cut': msg`Texts that are too long: shortened`,
  'limit.questions': msg`Questions over the limit of a section: left out`,
  'limit.sections': msg`Sections over the limit of a form: left out`,
  'limit.options': msg`Choices over the limit of a question: left out`,
  'settings.left-out': msg`Settings that Relevo does not need: left out`,
  'row.disabled': msg`Disabled rows: left out`,
  'row.left-out': msg`Rows without a question, choice or setting: left out`,
  'row.hidden': msg`Hidden rows: left out`,
  'column.hidden': msg`Hidden columns: left out`,
  'sheet.hidden': msg`Hidden sheets: left out`,
  'sheet.left-out': msg`Sheets that Relevo does not read: left out`,
  'limit.rows': msg`Rows over the limit: left out`,
  'limit.columns': msg`Columns over the limit: left out`,
}

/** Texts for the parts that were not imported from a form. */
export const DROPPED_REFERENCE_MESSAGES: Readonly<Record<DroppedReference, MessageDescriptor>> = {
  areas: msg`areas you do not have access to`,
  'header-image': msg`header image`,
  'pdf-logo': msg`PDF logo`,
  agenda: msg`appointment calendar`,
  'management-system': msg`link to MuniGestion, with its incident types`,
  'incident-types': msg`incident types (new ones are created when the form is published)`,
}

const HEADINGS: Readonly<Record<NoteSeverity, { readonly words: MessageDescriptor; readonly tone: Tone }>> = {
  lost: { words: msg`Will not be imported`, tone: 'attention' },
  changed: { words: msg`Will be imported with changes`, tone: 'waiting' },
  aside: { words: msg`Left out, with no effect on the questions`, tone: 'quiet' },
}

/** Parts of a workbook that were changed or lost. Grouped by severity, then by kind, each with its rows. */
export function ImportFormReport({ notes }: { readonly notes: readonly XlsformNote[] }) {
  const { i18n } = useLingui()
  const report = groupNotesBySeverity(notes)
  return (
    <Stack gap="md">
      {(['lost', 'changed', 'aside'] as const).map((gravity) => {
        const groups = report[gravity]
        const { words, tone } = HEADINGS[gravity]
        if (groups.length === 0) return null
        return (
          <section key={gravity} aria-label={i18n._(words)}>
            <h4 className={`r-line r-middle ${styles['gravity']}`}>
              <StatusIcon tone={tone} /> {i18n._(words)}
            </h4>
            {groups.map((group) => (
              <Notes key={group.code} group={group} />
            ))}
          </section>
        )
      })}
    </Stack>
  )
}

/** Number of rows shown initially. A large workbook can have a thousand notes of one kind. */
const MAX_SHOWN = 100

function Notes({ group: { code, notes } }: { readonly group: NoteGroup }) {
  const { i18n } = useLingui()
  const [all, setAll] = useState(false)
  const shownNotes = all ? notes : notes.slice(0, MAX_SHOWN)
  return (
    <Fold
      className={`r-under ${styles['notes']}`}
      title={
        <>
          {i18n._(NOTE_MESSAGES[code])} <span className="r-figures">({notes.length})</span>
        </>
      }
    >
      <ul>
        {shownNotes.map((note, index) => (
          <li key={index}>
            <NotePlace note={note} />
            {note.detail !== '' && <code className={`r-breaks r-soft r-small ${styles['detail']}`}>{note.detail}</code>}
          </li>
        ))}
      </ul>
      {shownNotes.length < notes.length && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          <Trans>Show all {notes.length}</Trans>
        </Button>
      )}
    </Fold>
  )
}

function NotePlace({ note: { sheet, row, name } }: { readonly note: XlsformNote }) {
  return (
    <span>
      {row === null ? (
        <Trans>Sheet {sheet}</Trans>
      ) : (
        <Trans>
          Sheet {sheet}, row {row}
        </Trans>
      )}
      {name !== '' && <>: {name}</>}
    </span>
  )
}

/** All notes of one code, in the order of the workbook. */
type NoteGroup = { readonly code: NoteCode; readonly notes: readonly XlsformNote[] }

/** The report by severity. Within a severity the most frequent kinds are first. */
function groupNotesBySeverity(notes: readonly XlsformNote[]): Readonly<Record<NoteSeverity, readonly NoteGroup[]>> {
  const byCode = new Map<NoteCode, XlsformNote[]>()
  for (const note of notes) {
    const some = byCode.get(note.code)
    if (some === undefined) byCode.set(note.code, [note])
    else some.push(note)
  }
  const groups = [...byCode]
    .map(([code, some]): NoteGroup => ({ code, notes: some }))
    .toSorted((a, b) => b.notes.length - a.notes.length)
  const of = (gravity: NoteSeverity): readonly NoteGroup[] =>
    groups.filter(({ code }) => NOTE_SEVERITY[code] === gravity)
  return { lost: of('lost'), changed: of('changed'), aside: of('aside') }
}
