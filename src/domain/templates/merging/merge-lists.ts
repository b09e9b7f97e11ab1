import { parentIn, type Sides } from './merge-parts.ts'
import type { Side } from './clash.ts'
import type { Children, PartKind, Parts } from '../comparing/parts.ts'
import { same } from '../form/same.ts'

type Lists = { readonly parentOf: (key: string) => string | null; readonly childrenOf: (key: string) => Children }

/** What stands in what after a merge, and in which order. */
export function mergedLists(sides: Sides, kept: ReadonlySet<string>, sideOf: (key: string) => Side | undefined): Lists {
  const parentOf = (key: string): string | null => parentIn(sides, key, sideOf(key))
  const inside = new Map<string, Map<PartKind, string[]>>()
  for (const key of kept) {
    const parent = parentOf(key)
    const kind = (sides.mine.get(key) ?? sides.theirs.get(key) ?? sides.base.get(key))?.kind
    if (parent === null || kind === undefined || kind === 'form') continue
    const kinds = inside.get(parent) ?? new Map<PartKind, string[]>()
    inside.set(parent, kinds.set(kind, [...(kinds.get(kind) ?? []), key]))
  }
  const childrenOf = (key: string): Children => {
    const lists = [...(inside.get(key) ?? [])].map(([kind, keys]) => {
      const listIn = (parts: Parts) => parts.get(key)?.children[kind] ?? []
      const side = sideOf(key)
      const [base, mine, theirs] =
        side === undefined ? [sides.base, sides.mine, sides.theirs] : [sides[side], sides[side], sides[side]]
      return [kind, mergeOrder(listIn(base), listIn(mine), listIn(theirs), new Set(keys))] as const
    })
    return Object.fromEntries(lists)
  }
  return { parentOf, childrenOf }
}

/**
 * The order of one list: mine if I changed it, else theirs; what only the other has keeps what it follows.
 * @param members what stands in the list after the merge
 */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  members: ReadonlySet<string>,
): readonly string[] {
  const staying = (list: readonly string[], others: readonly string[]): readonly string[] =>
    list.filter((key) => others.includes(key))
  const reordered = !same(staying(mine, base), staying(base, mine))
  const [first, second] = reordered ? [mine, theirs] : [theirs, mine]
  const order = first.filter((key) => members.has(key))
  for (const list of [second, base, [...members]]) {
    for (const [index, key] of list.entries()) {
      if (!members.has(key) || order.includes(key)) continue
      const before = list.slice(0, index).findLast((other) => order.includes(other))
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
    }
  }
  return order
}
