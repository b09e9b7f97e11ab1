import type { QuestionValue } from '#domain/answers/index.ts'
import { rowIdsIn } from '#domain/answering/index.ts'
import { type Address, parseAddress, type RowId, insertRow } from '#domain/kernel/index.ts'
import type { Draft } from '#local/index.ts'

type Record_ = Readonly<Record<string, unknown>>

/**
 * Merges two windows' changes to a draft. Each question, condition, row, header field and signature is taken from
 * `mine` if it changed there, else from `stored`. If both have changed it, the last write wins.
 * @param base last version written or read by this window
 * @param stored the draft as currently stored
 */
export function mergeDrafts(base: Draft, mine: Draft, stored: Draft): Draft {
  const [was, own, other] = [base, mine, stored].map(draftParts) as [DraftParts, DraftParts, DraftParts]
  const rows = mergeRows(was.content, own.content, other.content)
  const values = mergeFields(was.content.values, own.content.values, other.content.values)
  const signing = Object.values(mergeFields(was.signing, own.signing, other.signing)) as NonNullable<Draft['signing']>
  return {
    ...mine,
    content: {
      values: keepValuesInRows(values, rows),
      conditions: mergeFields(was.content.conditions, own.content.conditions, other.content.conditions),
      rows,
    },
    header: {
      ...mergeFields(was.header, own.header, other.header),
      signatures: signing.filter((one): one is Draft['header']['signatures'][number] => 'image' in one),
    },
    signing: signing.filter((one) => !('image' in one)),
    filled: [...new Set([...(mine.filled ?? []), ...(stored.filled ?? [])])],
  }
}

/** Whether two drafts have the same content, ignoring focus and time. */
export function isEqualDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(draftParts(one)) === JSON.stringify(draftParts(other))
}

type DraftParts = ReturnType<typeof draftParts>

/** Signatures by index, with or without their image. */
function draftParts({ content, header: { signatures, ...header }, signing = [] }: Draft) {
  const all = [...signatures, ...signing].map((one) => [one.indexSignature, one] as const)
  return { content, header, signing: Object.fromEntries(all) }
}

function mergeFields<T extends Record_>(base: T, mine: T, theirs: T): T {
  const names = Object.keys({ ...theirs, ...mine })
  const kept = names.flatMap((name) => {
    const isMine = JSON.stringify(mine[name]) !== JSON.stringify(base[name])
    const value = isMine ? mine[name] : theirs[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(kept) as T
}

type Content = Draft['content']

/** Rows added by either window, without rows removed by either. */
function mergeRows(base: Content, mine: Content, theirs: Content): Content['rows'] {
  const sections = Object.keys({ ...theirs.rows, ...mine.rows })
  const lists = sections.map((section) => {
    const [was, own, others] = [base, mine, theirs].map((content) => rowIdsIn(content, section)) as [Ids, Ids, Ids]
    const kept = others.filter((row) => own.includes(row) || !was.includes(row))
    const added = own.filter((row) => !others.includes(row) && !was.includes(row))
    return [section, added.reduce<Ids>(insertRow, kept)] as const
  })
  return Object.fromEntries(lists.filter(([, ids]) => ids.length > 0))
}
type Ids = readonly RowId[]

/** Drops values of rows that the other window removed. */
function keepValuesInRows(values: Content['values'], rows: Content['rows']): Content['values'] {
  const kept = (Object.entries(values) as [Address, QuestionValue][]).filter(([at]) => {
    const { section, row } = parseAddress(at)
    return row === null || rowIdsIn({ rows }, section).includes(row)
  })
  return Object.fromEntries(kept)
}
