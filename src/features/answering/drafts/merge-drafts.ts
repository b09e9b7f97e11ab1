import type { QuestionValue } from '#domain/answers/index.ts'
import { readRowIds } from '#domain/answering/index.ts'
import { type Address, parseAddress, type RowId, insertRow } from '#domain/kernel/index.ts'
import type { Draft } from '#local/index.ts'

type Record_ = Readonly<Record<string, unknown>>

/**
 * Merges two windows' changes to a draft. Each question, condition, row, header field and signature is taken from
 * `ownDraft` if it differs there from `base`, else from `stored`. A part changed in both drafts is taken from
 * `ownDraft`, so the last write wins. `filled` contains the entries of both drafts.
 * @param base last version written or read by this window
 * @param stored the draft as currently stored
 */
export function mergeDrafts(base: Draft, ownDraft: Draft, stored: Draft): Draft {
  const [was, own, other] = [base, ownDraft, stored].map(splitDraft) as [DraftParts, DraftParts, DraftParts]
  const rows = mergeRows(was.content, own.content, other.content)
  const values = mergeFields(was.content.values, own.content.values, other.content.values)
  const signing = Object.values(mergeFields(was.signing, own.signing, other.signing)) as NonNullable<Draft['signing']>
  return {
    ...ownDraft,
    content: {
      values: keepValuesInRows(values, rows),
      conditions: mergeFields(was.content.conditions, own.content.conditions, other.content.conditions),
      rows,
    },
    header: {
      ...mergeFields(was.header, own.header, other.header),
      signatures: signing.filter((item): item is Draft['header']['signatures'][number] => 'image' in item),
    },
    signing: signing.filter((item) => !('image' in item)),
    filled: [...new Set([...(ownDraft.filled ?? []), ...(stored.filled ?? [])])],
  }
}

/** Whether two drafts have the same content, header and signatures. */
export function isEqualDraft(a: Draft, b: Draft): boolean {
  return JSON.stringify(splitDraft(a)) === JSON.stringify(splitDraft(b))
}

type DraftParts = ReturnType<typeof splitDraft>

/** The parts of a draft that are merged. Contains signatures by index, with or without their image. */
function splitDraft({ content, header: { signatures, ...header }, signing = [] }: Draft) {
  const all = [...signatures, ...signing].map((item) => [item.indexSignature, item] as const)
  return { content, header, signing: Object.fromEntries(all) }
}

function mergeFields<T extends Record_>(base: T, mine: T, theirs: T): T {
  const names = Object.keys({ ...theirs, ...mine })
  const kept = names.flatMap((name) => {
    const isChangedByMe = JSON.stringify(mine[name]) !== JSON.stringify(base[name])
    const value = isChangedByMe ? mine[name] : theirs[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(kept) as T
}

type Content = Draft['content']

/** Rows added by either window, without rows removed by either. */
function mergeRows(base: Content, ownContent: Content, otherContent: Content): Content['rows'] {
  const sections = Object.keys({ ...otherContent.rows, ...ownContent.rows })
  const lists = sections.map((section) => {
    const [was, ownIds, others] = [base, ownContent, otherContent].map((content) => readRowIds(content, section)) as [
      Ids,
      Ids,
      Ids,
    ]
    const otherRowsToKeep = others.filter((row) => ownIds.includes(row) || !was.includes(row))
    const addedRowIds = ownIds.filter((row) => !others.includes(row) && !was.includes(row))
    return [section, addedRowIds.reduce<Ids>(insertRow, otherRowsToKeep)] as const
  })
  return Object.fromEntries(lists.filter(([, ids]) => ids.length > 0))
}
type Ids = readonly RowId[]

/** Drops values of rows that were removed in either window. */
function keepValuesInRows(values: Content['values'], rows: Content['rows']): Content['values'] {
  const kept = (Object.entries(values) as [Address, QuestionValue][]).filter(([address]) => {
    const { section, row } = parseAddress(address)
    return row === null || readRowIds({ rows }, section).includes(row)
  })
  return Object.fromEntries(kept)
}
