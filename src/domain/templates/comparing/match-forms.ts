import type { Compared } from './comparable.ts'
import { FORM, type Part, type PartKind, type Parts } from './parts.ts'
import { textOf } from './text-of.ts'

/**
 * Which element of one form is which of another, where no keys say so: stored documents have none. Level by level from
 * the outside: within matched elements, first what is the same altogether, then what has the same text, then what is
 * most alike, and last, where as many are left on either side, what stands at the same place. A question is looked for
 * in other sections before anything less certain than its text.
 * @param how `exact`: only what is the same altogether; `certain`: also what has the same text; `likely`: all of it
 * @returns keys of `other` -> keys of `one`; the form itself is matched
 */
export function matchForms(
  one: Compared,
  other: Compared,
  how: keyof typeof WAYS = 'likely',
): ReadonlyMap<string, string> {
  const matched = new Map([[FORM, FORM]])
  const taken = new Set<string>()
  const contents = { one: one.contents, other: other.contents }
  const pair = (left: readonly Part[], right: readonly Part[], ways: readonly Way[]): void => {
    for (const way of ways) {
      const [free, open] = [left.filter(({ key }) => !taken.has(key)), right.filter(({ key }) => !matched.has(key))]
      if (free.length === 0 || open.length === 0) return
      for (const [mine, theirs] of way(free, open, contents)) {
        if (taken.has(mine.key) || matched.has(theirs.key)) continue
        taken.add(mine.key)
        matched.set(theirs.key, mine.key)
      }
    }
  }
  const { certain, likely } = WAYS[how]
  const within = (kind: PartKind, ways: readonly Way[] = [...certain, ...likely]): void => {
    // What is matched on the way is visited too, and has no such children.
    for (const [theirs, mine] of matched) {
      const [left, right] = [one.parts.get(mine), other.parts.get(theirs)]
      if (left !== undefined && right !== undefined)
        pair(childrenOf(one.parts, left, kind), childrenOf(other.parts, right, kind), ways)
    }
  }
  for (const kind of ['section', 'state', 'signature', 'condition'] as const) within(kind)
  within('question', certain)
  pair(allOf(one.parts, 'question'), allOf(other.parts, 'question'), certain)
  within('question', likely)
  within('block')
  within('option')
  return matched
}

type Contents = { readonly one: ReadonlyMap<string, string>; readonly other: ReadonlyMap<string, string> }
type Way = (left: readonly Part[], right: readonly Part[], contents: Contents) => Iterable<readonly [Part, Part]>

const sameContent: Way = (left, right, { one, other }) =>
  inTurn(
    left,
    right,
    ({ key }) => one.get(key) ?? '',
    ({ key }) => other.get(key) ?? '',
  )
const sameText: Way = (left, right) => inTurn(left, right, textOf, textOf)
const samePlace: Way = (left, right) =>
  left.length === right.length ? left.map((part, index) => [part, right[index] ?? part] as const) : []

/** Beyond this many pairs, comparing all with all would be felt; texts so different are another form anyway. */
const MAX_PAIRS = 2500
const LIKENESS = 0.5

const mostAlike: Way = function* (left, right) {
  if (left.length * right.length > MAX_PAIRS) return
  const [ours, others] = [left, right].map((parts) => parts.map((part) => ({ part, pairs: pairsOf(textOf(part)) })))
  const alike = (ours ?? []).flatMap((mine) =>
    (others ?? []).map((theirs) => ({ mine, theirs, likeness: similarity(mine.pairs, theirs.pairs) })),
  )
  const likely = alike.filter(({ likeness }) => likeness >= LIKENESS).toSorted((a, b) => b.likeness - a.likeness)
  for (const { mine, theirs } of likely) yield [mine.part, theirs.part]
}

const WAYS = {
  exact: { certain: [sameContent], likely: [] },
  certain: { certain: [sameContent, sameText], likely: [] },
  likely: { certain: [sameContent, sameText], likely: [mostAlike, samePlace] },
} as const satisfies Readonly<Record<string, { readonly certain: readonly Way[]; readonly likely: readonly Way[] }>>

/** Pairs what has the same name, the first with the first. An empty name names nothing. */
function* inTurn(
  left: readonly Part[],
  right: readonly Part[],
  nameOf: (part: Part) => string,
  otherNameOf: (part: Part) => string,
): Generator<readonly [Part, Part]> {
  const waiting = new Map<string, Part[]>()
  for (const mine of left) {
    const sharing = waiting.get(nameOf(mine))
    if (sharing === undefined) waiting.set(nameOf(mine), [mine])
    else sharing.push(mine)
  }
  const used = new Map<string, number>()
  for (const theirs of right) {
    const name = otherNameOf(theirs)
    const turn = used.get(name) ?? 0
    const mine = name === '' ? undefined : waiting.get(name)?.[turn]
    if (mine === undefined) continue
    used.set(name, turn + 1)
    yield [mine, theirs]
  }
}

function childrenOf(parts: Parts, { children }: Part, kind: PartKind): readonly Part[] {
  return (children[kind] ?? []).flatMap((key) => parts.get(key) ?? [])
}

function allOf(parts: Parts, kind: PartKind): readonly Part[] {
  return [...parts.values()].filter((part) => part.kind === kind)
}

/** The pairs of neighbouring characters of a text, in lower case, each with how often it is there. */
type Pairs = { readonly counts: ReadonlyMap<string, number>; readonly total: number }

function pairsOf(text: string): Pairs {
  const lower = text.toLowerCase()
  const counts = new Map<string, number>()
  for (let index = 0; index + 1 < lower.length; index++) {
    const pair = lower.slice(index, index + 2)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return { counts, total: Math.max(0, lower.length - 1) }
}

/** How alike two texts are, by shared pairs (Dice): 0 nothing, 1 all. One of less than two characters is like none. */
function similarity(one: Pairs, other: Pairs): number {
  if (one.total === 0 || other.total === 0) return 0
  let shared = 0
  for (const [pair, count] of one.counts) shared += Math.min(count, other.counts.get(pair) ?? 0)
  return (2 * shared) / (one.total + other.total)
}
