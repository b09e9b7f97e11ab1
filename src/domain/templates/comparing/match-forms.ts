import type { ComparedForm } from './comparable.ts'
import { FORM_KEY, type FormPart, type PartKind, type FormParts } from './parts.ts'
import { getPartText } from './part-text.ts'

/**
 * Matches the parts of two forms that do not share keys, such as stored documents. Works from the form downwards.
 * Children of matched parts are matched by equal content, then equal text, then similarity, and finally by position, if
 * both sides have equally many unmatched children. Before these less certain matches, questions with the same text are
 * also searched in other sections.
 * @param how `exact`: by equal content only; `certain`: also by equal text; `likely`: in all ways
 * @returns keys of `b` -> keys of `a`, including the key of the form itself
 */
export function matchForms(
  a: ComparedForm,
  b: ComparedForm,
  how: keyof typeof WAYS = 'likely',
): ReadonlyMap<string, string> {
  const matched = new Map([[FORM_KEY, FORM_KEY]])
  const taken = new Set<string>()
  const contents = { one: a.contents, other: b.contents }
  const pair = (remainingParts: readonly FormPart[], right: readonly FormPart[], ways: readonly MatchRule[]): void => {
    for (const way of ways) {
      const [free, open] = [
        remainingParts.filter(({ key }) => !taken.has(key)),
        right.filter(({ key }) => !matched.has(key)),
      ]
      if (free.length === 0 || open.length === 0) return
      for (const [mine, theirs] of way(free, open, contents)) {
        if (taken.has(mine.key) || matched.has(theirs.key)) continue
        taken.add(mine.key)
        matched.set(theirs.key, mine.key)
      }
    }
  }
  const { certain, likely } = WAYS[how]
  const within = (kind: PartKind, ways: readonly MatchRule[] = [...certain, ...likely]): void => {
    // Also visits pairs that are added during the loop; these have no children of this kind.
    for (const [theirs, mine] of matched) {
      const [left, right] = [a.parts.get(mine), b.parts.get(theirs)]
      if (left !== undefined && right !== undefined)
        pair(listChildParts(a.parts, left, kind), listChildParts(b.parts, right, kind), ways)
    }
  }
  for (const kind of ['section', 'state', 'signature', 'condition'] as const) within(kind)
  within('question', certain)
  pair(listPartsOfKind(a.parts, 'question'), listPartsOfKind(b.parts, 'question'), certain)
  within('question', likely)
  within('block')
  within('option')
  return matched
}

type Contents = { readonly one: ReadonlyMap<string, string>; readonly other: ReadonlyMap<string, string> }
type MatchRule = (
  remainingParts: readonly FormPart[],
  right: readonly FormPart[],
  contents: Contents,
) => Iterable<readonly [FormPart, FormPart]>

const matchSameContent: MatchRule = (remainingParts, right, { one, other }) =>
  matchInOrder(
    remainingParts,
    right,
    ({ key }) => one.get(key) ?? '',
    ({ key }) => other.get(key) ?? '',
  )
const matchSameText: MatchRule = (remainingParts, right) =>
  matchInOrder(remainingParts, right, getPartText, getPartText)
const matchSamePlace: MatchRule = (remainingParts, right) =>
  remainingParts.length === right.length
    ? remainingParts.map((part, index) => [part, right[index] ?? part] as const)
    : []

/** Maximum number of pairs to compare. Comparing more takes noticeable time, and such different forms are unrelated. */
const MAX_PAIRS = 2500
const MIN_LIKENESS = 0.5

const matchMostAlike: MatchRule = function* (remainingParts, right) {
  if (remainingParts.length * right.length > MAX_PAIRS) return
  const [ours, others] = [remainingParts, right].map((parts) =>
    parts.map((part) => ({ part, pairs: countCharacterPairs(getPartText(part)) })),
  )
  const alike = (ours ?? []).flatMap((ownPairs) =>
    (others ?? []).map((theirs) => ({
      mine: ownPairs,
      theirs,
      likeness: computeSimilarity(ownPairs.pairs, theirs.pairs),
    })),
  )
  const likely = alike.filter(({ likeness }) => likeness >= MIN_LIKENESS).toSorted((a, b) => b.likeness - a.likeness)
  for (const { mine, theirs } of likely) yield [mine.part, theirs.part]
}

const WAYS = {
  exact: { certain: [matchSameContent], likely: [] },
  certain: { certain: [matchSameContent, matchSameText], likely: [] },
  likely: { certain: [matchSameContent, matchSameText], likely: [matchMostAlike, matchSamePlace] },
} as const satisfies Readonly<
  Record<string, { readonly certain: readonly MatchRule[]; readonly likely: readonly MatchRule[] }>
>

/** Pairs parts with the same name, in order. Does not pair parts with an empty name. */
function* matchInOrder(
  remainingParts: readonly FormPart[],
  right: readonly FormPart[],
  nameOf: (part: FormPart) => string,
  otherNameOf: (part: FormPart) => string,
): Generator<readonly [FormPart, FormPart]> {
  const waiting = new Map<string, FormPart[]>()
  for (const ownPart of remainingParts) {
    const sharing = waiting.get(nameOf(ownPart))
    if (sharing === undefined) waiting.set(nameOf(ownPart), [ownPart])
    else sharing.push(ownPart)
  }
  const used = new Map<string, number>()
  for (const otherPart of right) {
    const name = otherNameOf(otherPart)
    const turn = used.get(name) ?? 0
    const ownPart = name === '' ? undefined : waiting.get(name)?.[turn]
    if (ownPart === undefined) continue
    used.set(name, turn + 1)
    yield [ownPart, otherPart]
  }
}

function listChildParts(parts: FormParts, { children }: FormPart, kind: PartKind): readonly FormPart[] {
  return (children[kind] ?? []).flatMap((key) => parts.get(key) ?? [])
}

function listPartsOfKind(parts: FormParts, kind: PartKind): readonly FormPart[] {
  return [...parts.values()].filter((part) => part.kind === kind)
}

/** Pairs of adjacent characters (bigrams) of a lower-case text, with their counts. */
type Pairs = { readonly counts: ReadonlyMap<string, number>; readonly total: number }

function countCharacterPairs(text: string): Pairs {
  const lower = text.toLowerCase()
  const counts = new Map<string, number>()
  for (let index = 0; index + 1 < lower.length; index++) {
    const pair = lower.slice(index, index + 2)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return { counts, total: Math.max(0, lower.length - 1) }
}

/**
 * Returns the similarity of two texts by shared bigrams (Dice coefficient), from 0 to 1; 0 for texts of fewer than two
 * characters.
 */
function computeSimilarity(a: Pairs, b: Pairs): number {
  if (a.total === 0 || b.total === 0) return 0
  let shared = 0
  for (const [pair, count] of a.counts) shared += Math.min(count, b.counts.get(pair) ?? 0)
  return (2 * shared) / (a.total + b.total)
}
