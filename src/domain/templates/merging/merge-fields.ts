import { type FieldValue, valueOf } from '../comparing/difference.ts'
import type { Side, TemplateClash } from './clash.ts'
import { type Choices, type Sides, unitOf } from './merge-parts.ts'
import { nameOf } from '../comparing/part-name.ts'
import { OPTIONAL_GROUPS, type Part } from '../comparing/parts.ts'
import { same } from '../form/same.ts'

type Fields = Part['fields']
type MergedFields = { readonly fields: Fields; readonly clashes: readonly TemplateClash[] }

/** The fields of one element, merged each by itself. @param side where it comes from altogether, if that was decided */
export function mergeFields(
  { base, mine, theirs }: Sides,
  key: string,
  side: Side | undefined,
  choices: Choices,
): MergedFields {
  const [old, own, other] = [base.get(key), mine.get(key), theirs.get(key)]
  const only = side === undefined ? undefined : side === 'mine' ? own : other
  if (only !== undefined || own === undefined || other === undefined)
    return { fields: (only ?? own ?? other ?? old)?.fields ?? {}, clashes: [] }

  const unit = unitOf({ base, mine, theirs }, key)
  const part = nameOf(mine, own)
  const clashes: TemplateClash[] = []
  const fields: Record<string, unknown> = {}
  const contested = OPTIONAL_GROUPS.filter((group) => isContested(group, old?.fields ?? {}, own.fields, other.fields))
  for (const group of contested) {
    Object.assign(fields, fieldsOf(group, choices[unit] === 'theirs' ? other.fields : own.fields))
    clashes.push({
      unit,
      key,
      part,
      field: group,
      mine: contentOf(group, own.fields),
      theirs: contentOf(group, other.fields),
    })
  }
  for (const field of new Set([...Object.keys(own.fields), ...Object.keys(other.fields)])) {
    if (contested.some((group) => isOf(group, field))) continue
    const [was, now, then] = [old?.fields[field], own.fields[field], other.fields[field]]
    const clashed = !same(now, then) && !same(was, now) && !same(was, then)
    const value = same(was, now) || (clashed && choices[unit] === 'theirs') ? then : now
    if (value !== undefined) fields[field] = value
    if (clashed)
      clashes.push({ unit, key, part, field, mine: valueOf(mine, own, field), theirs: valueOf(theirs, other, field) })
  }
  return { fields, clashes }
}

/** Whether one took a group of fields away (the tie to the management system) while the other changed it. */
function isContested(group: string, was: Fields, now: Fields, then: Fields): boolean {
  if (was[group] !== true || now[group] === then[group]) return false
  return !same(fieldsOf(group, was), fieldsOf(group, now[group] === true ? now : then))
}

function isOf(group: string, field: string): boolean {
  return field === group || field.startsWith(`${group}.`)
}

function fieldsOf(group: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => isOf(group, field)))
}

function contentOf(group: string, fields: Fields): FieldValue | undefined {
  if (fields[group] !== true) return undefined
  const inner = Object.entries(fields).filter(([field]) => field.startsWith(`${group}.`))
  return Object.fromEntries(inner.map(([field, value]) => [field.slice(group.length + 1), value]))
}
