import { listChangedFields, type FieldValue } from '../comparing/difference.ts'
import type { MergeSide, TemplateConflict } from './clash.ts'
import { buildFormPartName } from '../comparing/part-name.ts'
import { FORM_KEY, type FormPart, type FormParts } from '../comparing/parts.ts'
import { isDeepEqual } from '../form/same.ts'

export type MergeSides = { readonly base: FormParts; readonly mine: FormParts; readonly theirs: FormParts }
export type ConflictChoices = Readonly<Record<string, MergeSide>>

/** Fields that determine the type of an element, and so which children it has. */
const TYPES: readonly string[] = ['conditionalSection', 'tipoPregunta', 'type']

type Decisions = {
  /** keys of the elements in the merged form */
  readonly keptKeys: ReadonlySet<string>
  /** side from which an element is taken as a whole; undefined if it is merged field by field */
  readonly sideOf: (key: string) => MergeSide | undefined
  readonly clashes: TemplateConflict[]
}

/** Decides which elements are kept, and which of them are taken from one side as a whole. */
export function decideMergedParts(sides: MergeSides, choices: ConflictChoices): Decisions {
  const keys = [...new Set([...sides.mine.keys(), ...sides.theirs.keys(), ...sides.base.keys()])]
  const touchedKeys = {
    mine: findTouchedKeys(sides.base, sides.mine),
    theirs: findTouchedKeys(sides.base, sides.theirs),
  }
  const clashes: TemplateConflict[] = []
  const wholePartSides = new Map<string, MergeSide>()
  const clash = (key: string): MergeSide => {
    const chosenSide = choices[findEnclosingSectionKey(sides, key)] ?? 'mine'
    clashes.push(findWholePartConflict(sides, key))
    for (const parts of Object.values(sides))
      for (const subtreeKey of walkSubtree(parts, key))
        if (!wholePartSides.has(subtreeKey)) wholePartSides.set(subtreeKey, chosenSide)
    return chosenSide
  }

  for (const key of keys) {
    const [base, ownPart, otherPart] = [sides.base.get(key), sides.mine.get(key), sides.theirs.get(key)]
    if (base === undefined || wholePartSides.has(key) || key === FORM_KEY) continue
    if (ownPart === undefined || otherPart === undefined) {
      const remaining = ownPart === undefined ? 'theirs' : 'mine'
      if ((ownPart ?? otherPart) !== undefined && touchedKeys[remaining].has(key)) clash(key)
      continue
    }
    const changes = { mine: isTypeChanged(base, ownPart), theirs: isTypeChanged(base, otherPart) }
    const [a, b] = [changes.mine && touchedKeys.theirs.has(key), changes.theirs && touchedKeys.mine.has(key)]
    if ((a || b) && !isDeepEqual(getSubtreeContent(sides.mine, key), getSubtreeContent(sides.theirs, key))) clash(key)
  }

  const kept = new Set([FORM_KEY])
  const getChosenSide = (key: string): MergeSide | undefined => wholePartSides.get(key)
  const keepPart = (key: string): void => {
    if (kept.has(key)) return
    kept.add(key)
    // Also keeps the ancestors of a kept element, even if one side removed them.
    const around = findMergedParentKey(sides, key, getChosenSide(key))
    if (around !== null) keepPart(around)
  }
  for (const key of keys) if (isPartKept(sides, key, getChosenSide(key))) keepPart(key)
  return { keptKeys: kept, sideOf: getChosenSide, clashes }
}

function isPartKept(sides: MergeSides, key: string, side: MergeSide | undefined): boolean {
  if (side !== undefined) return sides[side].has(key)
  return sides.base.has(key) ? sides.mine.has(key) && sides.theirs.has(key) : true
}

/**
 * Returns the key of an element's parent after the merge. If one side moved the element, this is its parent there; if
 * both sides moved it, mine.
 */
export function findMergedParentKey(sides: MergeSides, key: string, side: MergeSide | undefined): string | null {
  const [base, ownPart, otherPart] = [sides.base.get(key), sides.mine.get(key), sides.theirs.get(key)]
  if (side !== undefined) return (sides[side].get(key) ?? ownPart ?? otherPart ?? base)?.parent ?? null
  if (ownPart === undefined || otherPart === undefined) return (ownPart ?? otherPart ?? base)?.parent ?? null
  return ownPart.parent === base?.parent ? otherPart.parent : ownPart.parent
}

/** Returns the section of an element on the first side that has the element; the form for elements outside sections. */
export function findEnclosingSectionKey(sides: MergeSides, key: string): string {
  for (const parts of [sides.mine, sides.theirs, sides.base]) {
    for (
      let part = parts.get(key);
      part !== undefined;
      part = part.parent === null ? undefined : parts.get(part.parent)
    ) {
      if (part.kind === 'section') return part.key
      if (part.parent === null || part.kind === 'state' || part.kind === 'signature') return FORM_KEY
    }
  }
  return FORM_KEY
}

/** Returns the keys of elements that one side changed: in fields, position or children. */
function findTouchedKeys(base: FormParts, side: FormParts): ReadonlySet<string> {
  const touchedKeys = new Set<string>()
  const mark = (key: string | null): void => {
    if (key === null || touchedKeys.has(key)) return
    touchedKeys.add(key)
    mark(side.get(key)?.parent ?? null)
    mark(base.get(key)?.parent ?? null)
  }
  for (const part of side.values()) {
    const old = base.get(part.key)
    if (
      old === undefined ||
      old.parent !== part.parent ||
      listChangedFields(old, part).length > 0 ||
      !isDeepEqual(old.children, part.children)
    )
      mark(part.key)
  }
  return touchedKeys
}

function isTypeChanged(before: FormPart, after: FormPart): boolean {
  return TYPES.some((field) => before.fields[field] !== after.fields[field])
}

function* walkSubtree(parts: FormParts, key: string): Generator<string> {
  const part = parts.get(key)
  if (part === undefined) return
  yield key
  for (const keys of Object.values(part.children)) for (const child of keys) yield* walkSubtree(parts, child)
}

/** Returns an element with all its descendants as one value. */
function getSubtreeContent(parts: FormParts, key: string): FieldValue | undefined {
  const part = parts.get(key)
  if (part === undefined) return undefined
  const subtreeKey = Object.entries(part.children).map(
    ([kind, keys]) => [kind, keys.map((child) => getSubtreeContent(parts, child))] as const,
  )
  return { ...part.fields, ...Object.fromEntries(subtreeKey.filter(([, list]) => list.length > 0)) }
}

function findWholePartConflict(sides: MergeSides, key: string): TemplateConflict {
  const parts = sides.mine.has(key) ? sides.mine : sides.theirs
  const part = parts.get(key)
  if (part === undefined) throw new Error(`Neither side has the key ${key}`)
  const [mine, theirs] = [getSubtreeContent(sides.mine, key), getSubtreeContent(sides.theirs, key)]
  return {
    unit: findEnclosingSectionKey(sides, key),
    key,
    part: buildFormPartName(parts, part),
    field: null,
    mine,
    theirs,
  }
}
