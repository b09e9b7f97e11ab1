import type { Draft } from '#local/index.ts'

type Record_ = Readonly<Record<string, unknown>>

/**
 * What two windows have written into one draft: each question, condition, row count, part of the header and signature
 * is mine where I have changed it since, else theirs. Of what both changed the last one counts; nothing else is lost.
 * @param base as I have written or read it last
 * @param stored as it is now
 */
export function mergeDrafts(base: Draft, mine: Draft, stored: Draft): Draft {
  const [was, own, other] = [base, mine, stored].map(partsOf) as [Parts, Parts, Parts]
  const signing = Object.values(merged(was.signing, own.signing, other.signing)) as NonNullable<Draft['signing']>
  return {
    ...mine,
    content: {
      values: merged(was.content.values, own.content.values, other.content.values),
      conditions: merged(was.content.conditions, own.content.conditions, other.content.conditions),
      rows: merged(was.content.rows, own.content.rows, other.content.rows),
    },
    header: {
      ...merged(was.header, own.header, other.header),
      signatures: signing.filter((one): one is Draft['header']['signatures'][number] => 'image' in one),
    },
    signing: signing.filter((one) => !('image' in one)),
    filled: [...new Set([...(mine.filled ?? []), ...(stored.filled ?? [])])],
  }
}

/** Whether the same stands in both, wherever the user is in it and whenever it was written. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other))
}

type Parts = ReturnType<typeof partsOf>

/** Signatures by their index, whether their image is there or not. */
function partsOf({ content, header: { signatures, ...header }, signing = [] }: Draft) {
  const all = [...signatures, ...signing].map((one) => [one.indexSignature, one] as const)
  return { content, header, signing: Object.fromEntries(all) }
}

function merged<T extends Record_>(base: T, mine: T, theirs: T): T {
  const names = Object.keys({ ...theirs, ...mine })
  const kept = names.flatMap((name) => {
    const isMine = JSON.stringify(mine[name]) !== JSON.stringify(base[name])
    const value = isMine ? mine[name] : theirs[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(kept) as T
}
