import { valueOf } from './difference.ts'
import type { Side, TemplateClash } from './clash.ts'
import { type Choices, type Sides, unitOf } from './merge-parts.ts'
import { nameOf } from './part-name.ts'
import type { Part } from './parts.ts'
import { same } from './same.ts'

/** The fields of one element, merged each by itself. @param side where it comes from altogether, if that was decided */
export function mergeFields(
  { base, mine, theirs }: Sides,
  key: string,
  side: Side | undefined,
  choices: Choices,
): { readonly fields: Part['fields']; readonly clashes: readonly TemplateClash[] } {
  const [old, own, other] = [base.get(key), mine.get(key), theirs.get(key)]
  const only = side === undefined ? undefined : side === 'mine' ? own : other
  if (only !== undefined || own === undefined || other === undefined) return { fields: (only ?? own ?? other ?? old)?.fields ?? {}, clashes: [] }
  const fields: Record<string, unknown> = {}
  const clashes: TemplateClash[] = []
  for (const field of new Set([...Object.keys(own.fields), ...Object.keys(other.fields)])) {
    const [was, now, then] = [old?.fields[field], own.fields[field], other.fields[field]]
    const clashed = !same(now, then) && !same(was, now) && !same(was, then)
    const unit = unitOf({ base, mine, theirs }, key)
    const value = same(was, now) || (clashed && choices[unit] === 'theirs') ? then : now
    if (value !== undefined) fields[field] = value
    if (!clashed) continue
    clashes.push({ unit, key, part: nameOf(mine, own), field, mine: valueOf(mine, own, field), theirs: valueOf(theirs, other, field) })
  }
  return { fields, clashes }
}
