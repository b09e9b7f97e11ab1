import { useState } from 'react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { NOTE_SEVERITY, type Severity, type XlsformNote, type NoteCode } from '#domain/xlsform/index.ts'
import { StatusIcon, type Tone } from '#ui/index.ts'
import styles from './exchange.module.css'
import { NOTE_MESSAGES } from './note-words.ts'

const HEADINGS: Readonly<Record<Severity, { readonly words: MessageDescriptor; readonly tone: Tone }>> = {
  lost: { words: msg`Not imported`, tone: 'attention' },
  changed: { words: msg`Imported with changes`, tone: 'waiting' },
  aside: { words: msg`Left out, with no effect on the questions`, tone: 'quiet' },
}

/** Parts of a workbook that were changed or lost, by severity, then by kind, each with its rows. */
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
const SHOWN = 100

function Notes({ group: { code, notes } }: { readonly group: NoteGroup }) {
  const { i18n } = useLingui()
  const [all, setAll] = useState(false)
  const shown = all ? notes : notes.slice(0, SHOWN)
  return (
    <details className={`r-under ${styles['notes']}`}>
      <summary>
        {i18n._(NOTE_MESSAGES[code])} <span className="r-figures">({notes.length})</span>
      </summary>
      <ul>
        {shown.map((note, index) => (
          <li key={index}>
            <NotePlace note={note} />
            {note.detail !== '' && <code className={`r-breaks r-soft r-small ${styles['detail']}`}>{note.detail}</code>}
          </li>
        ))}
      </ul>
      {shown.length < notes.length && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          <Trans>Show all {notes.length}</Trans>
        </Button>
      )}
    </details>
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
function groupNotesBySeverity(notes: readonly XlsformNote[]): Readonly<Record<Severity, readonly NoteGroup[]>> {
  const byCode = new Map<NoteCode, XlsformNote[]>()
  for (const note of notes) {
    const some = byCode.get(note.code)
    if (some === undefined) byCode.set(note.code, [note])
    else some.push(note)
  }
  const groups = [...byCode]
    .map(([code, some]): NoteGroup => ({ code, notes: some }))
    .toSorted((a, b) => b.notes.length - a.notes.length)
  const of = (gravity: Severity): readonly NoteGroup[] => groups.filter(({ code }) => NOTE_SEVERITY[code] === gravity)
  return { lost: of('lost'), changed: of('changed'), aside: of('aside') }
}
