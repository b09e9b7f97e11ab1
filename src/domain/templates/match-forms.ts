import { FORM, type Part, type PartKind, type Parts } from './parts.ts'
import { similarity } from './similarity.ts'

/**
 * Which element of one form is which of another, where no keys say so: stored documents have none. Level by level from the outside:
 * within what stands in matched elements, first what is the same altogether, then what has the same text, then what is most alike, and at
 * last, where as many are left on either side, what stands at the same place. A question is looked for in other sections before anything
 * less certain than its text.
 * @param how `exact`: only what is the same altogether; `certain`: also what has the same text; `likely`: all of the above
 * @returns keys of `other` -> keys of `one`; the form itself is matched
 */
export function matchForms(one: Parts, other: Parts, how: keyof typeof WAYS = 'likely'): ReadonlyMap<string, string> {
  const matched = new Map([[FORM, FORM]])
  const taken = new Set<string>()
  const contents = { one: contentsOf(one), other: contentsOf(other) }
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
      const [left, right] = [one.get(mine), other.get(theirs)]
      if (left !== undefined && right !== undefined) pair(childrenOf(one, left, kind), childrenOf(other, right, kind), ways)
    }
  }
  for (const kind of ['section', 'state', 'signature', 'condition'] as const) within(kind)
  within('question', certain)
  pair(allOf(one, 'question'), allOf(other, 'question'), certain)
  within('question', likely)
  within('block')
  within('option')
  return matched
}

type Contents = { readonly one: ReadonlyMap<string, string>; readonly other: ReadonlyMap<string, string> }
type Way = (left: readonly Part[], right: readonly Part[], contents: Contents) => Iterable<readonly [Part, Part]>

const sameContent: Way = (left, right, { one, other }) => inTurn(left, right, ({ key }) => one.get(key) ?? '', ({ key }) => other.get(key) ?? '')
const sameText: Way = (left, right) => inTurn(left, right, textOf, textOf)
const samePlace: Way = (left, right) => (left.length === right.length ? left.map((part, index) => [part, right[index] ?? part] as const) : [])

/** Beyond this many, comparing all with all would be felt; texts that are that different are another form anyway. */
const MAX_COMPARED = 200
const LIKENESS = 0.5

const mostAlike: Way = function* (left, right) {
  if (left.length > MAX_COMPARED || right.length > MAX_COMPARED) return
  const pairs = left.flatMap((mine) => right.map((theirs) => [mine, theirs, similarity(textOf(mine), textOf(theirs))] as const))
  for (const [mine, theirs, likeness] of pairs.toSorted((a, b) => b[2] - a[2])) if (likeness >= LIKENESS) yield [mine, theirs]
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

/** The text that a person knows an element by; empty when it has none. */
export function textOf({ kind, fields }: Part): string {
  const named = TEXTS[kind].map((field) => fields[field]).find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof named === 'string' ? named.trim() : ''
}

const TEXTS: Readonly<Record<Part['kind'], readonly string[]>> = {
  form: ['titulo'],
  section: ['titulo', 'conditionalQuestion'],
  condition: ['condition'],
  question: ['titulo'],
  option: ['texto'],
  block: ['name', 'content'],
  state: ['nombre'],
  signature: ['title'],
}

/** Fields that hold keys of states. */
const REFERENCES: Readonly<Partial<Record<Part['kind'], readonly string[]>>> = { form: ['estados.inicial'], state: ['transiciones'] }

/** Everything that an element says, with what stands in it, but for keys and numbers. */
export function contentsOf(parts: Parts): ReadonlyMap<string, string> {
  const contents = new Map<string, string>()
  // From the inside to the outside: what stands in an element comes after it.
  for (const part of [...parts.values()].reverse()) {
    const { fields, children, kind } = part
    const said = Object.entries(fields).filter(([field, value]) => value !== undefined && !(REFERENCES[kind] ?? []).includes(field))
    const fieldsInOrder = said.toSorted(([a], [b]) => (a < b ? -1 : 1))
    contents.set(part.key, JSON.stringify([fieldsInOrder, Object.values(children).map((keys) => keys.map((key) => contents.get(key)))]))
  }
  return contents
}

function childrenOf(parts: Parts, { children }: Part, kind: PartKind): readonly Part[] {
  return (children[kind] ?? []).flatMap((key) => parts.get(key) ?? [])
}

function allOf(parts: Parts, kind: PartKind): readonly Part[] {
  return [...parts.values()].filter((part) => part.kind === kind)
}
