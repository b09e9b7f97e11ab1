import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import {
  importUsers,
  importLineSchema,
  MAX_IMPORT_LINES,
  normaliseEmail,
  normaliseUsername,
  ROLES,
  type ImportedUserLine,
  type UserImportLine,
} from '#domain/users/index.ts'
import { toProblem, type RequestFailure } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { normaliseForSearch } from '#domain/search/index.ts'
import { useConfirmedCall, chooseLanguage, downloadFile, useRoleNames } from '#ui/index.ts'

/** A line and its result, which is a prediction in a dry run. */
export type ImportOutcome = { readonly line: UserImportLine; readonly lineResult: ImportedUserLine }

export type UserImportState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unreadable'; readonly problem: Problem }
  /** `dry` is true for a dry run, in which nothing is written. */
  | { readonly kind: 'running'; readonly isDryRun: boolean; readonly done: number; readonly total: number }
  /** `failure` is the reason of an interruption. The results so far are final. */
  | {
      readonly kind: 'reported'
      readonly isDryRun: boolean
      readonly outcomes: readonly ImportOutcome[]
      readonly total: number
      readonly failure?: Problem
    }

/**
 * Reads a file of users, checks all lines, and imports in batches. After an interruption the same file can be imported
 * again.
 */
export function useUserImport() {
  const { i18n } = useLingui()
  const { act, dialog } = useConfirmedCall(importUsers)
  const roleNames = useRoleNames()
  const [state, setState] = useState<UserImportState>({ kind: 'nothing' })
  const lines = useRef<readonly UserImportLine[]>([])
  const stopped = useRef(false)
  // Stops the import when the dialog is closed, as the results could not be seen.
  useEffect(() => () => void (stopped.current = true), [])

  async function run(dry: boolean): Promise<void> {
    stopped.current = false
    const total = lines.current.length
    const { fresh, refused } = splitLines(lines.current)
    const outcomes: ImportOutcome[] = [...refused]
    let failure: RequestFailure | undefined
    for (let from = 0; from < fresh.length && failure === undefined && !stopped.current; from += MAX_IMPORT_LINES) {
      setState({ kind: 'running', isDryRun: dry, done: outcomes.length, total })
      const part = fresh.slice(from, from + MAX_IMPORT_LINES)
      const outcome = await act({ body: { dry, language: chooseLanguage(i18n.locale), lines: part } })
      if (outcome.kind !== 'ok') failure = outcome
      else outcomes.push(...part.flatMap((line, i) => toImportOutcomes(line, outcome.value.lines[i])))
    }
    const sorted = outcomes.toSorted((a, b) => a.line.line - b.line.line)
    setState({
      kind: 'reported',
      isDryRun: dry,
      outcomes: sorted,
      total,
      ...(failure === undefined ? {} : { failure: toProblem(failure) }),
    })
  }

  async function choose(file: File): Promise<void> {
    // Loads the reader with the first file.
    const reader = await import('#documents/index.ts').catch(() => null)
    const read = reader?.readUsersCsv(new Uint8Array(await file.arrayBuffer()))
    if (read === undefined) return setState({ kind: 'unreadable', problem: { code: 'network.unreachable' } })
    if (!read.ok) return setState({ kind: 'unreadable', problem: read.problem })
    lines.current = read.value.map((line) => ({ ...line, role: toRoleCode(line.role, roleNames) }))
    await run(true)
  }

  async function downloadTemplate(): Promise<void> {
    const writer = await import('#documents/index.ts').catch(() => null)
    if (writer === null) return setState({ kind: 'unreadable', problem: { code: 'network.unreachable' } })
    downloadFile(writer.writeUsersCsv([]), 'usuarios.csv', 'text/csv;charset=utf-8')
  }

  return {
    state,
    dialog,
    choose: (file: File) => void choose(file),
    downloadTemplate: () => void downloadTemplate(),
    carryOut: () => void run(false),
    stop: () => {
      stopped.current = true
    },
  }
}

/** Replaces the name of a role in the user's language by its code. The server checks any other text. */
function toRoleCode(typed: string, names: ReturnType<typeof useRoleNames>): string {
  const name = normaliseForSearch(typed).trim()
  return ROLES.find((role) => normaliseForSearch(names[role]) === name) ?? typed
}

function toImportOutcomes(line: UserImportLine, lineResult: ImportedUserLine | undefined): readonly ImportOutcome[] {
  return lineResult === undefined ? [] : [{ line, lineResult }]
}

/**
 * Separates lines that this device has to refuse, because the server sees only batches: repeated usernames (the second
 * line would change the first line's user), repeated e-mail addresses, and cells that are too long (the server would
 * refuse the whole batch).
 */
function splitLines(lines: readonly UserImportLine[]): {
  readonly fresh: readonly UserImportLine[]
  readonly refused: ImportOutcome[]
} {
  const seen = { names: new Set<string>(), emails: new Set<string>() }
  const fresh: UserImportLine[] = []
  const refused: ImportOutcome[] = []
  for (const line of lines) {
    const code = checkImportLine(line, seen)
    if (code === null) fresh.push(line)
    else refused.push({ line, lineResult: { line: line.line, kind: 'refused', problem: { code } } })
    seen.names.add(normaliseUsername(line.username))
    seen.emails.add(normaliseEmail(line.email))
  }
  return { fresh, refused }
}

type UsedNamesAndEmails = { readonly names: ReadonlySet<string>; readonly emails: ReadonlySet<string> }

/** The reason to refuse a line; null if there is none. The server checks for missing usernames and e-mails. */
function checkImportLine(line: UserImportLine, { names, emails }: UsedNamesAndEmails): Problem['code'] | null {
  if (!importLineSchema.safeParse(line).success) return 'user.cell-too-long'
  const [name, email] = [normaliseUsername(line.username), normaliseEmail(line.email)]
  if (name !== '' && names.has(name)) return 'user.twice-in-file'
  return email !== '' && emails.has(email) ? 'user.email-twice-in-file' : null
}
