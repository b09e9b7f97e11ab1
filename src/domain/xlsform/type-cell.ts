import { SIMPLE_SPELLINGS, type SimpleType } from './simple-types.ts'

/** Content of the cell `type` of a survey row. */
export type TypeCell =
  | { readonly kind: 'begin'; readonly what: 'group' | 'repeat' | 'loop' }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'select'
      readonly multiple: boolean
      readonly ranked: boolean
      readonly list: string
      readonly other: boolean
    }
  | { readonly kind: 'select-from-file'; readonly multiple: boolean; readonly file: string }
  | { readonly kind: 'simple'; readonly type: SimpleType }
  | { readonly kind: 'unknown' }

const BEGIN_PATTERN = /^begin[ _](?<what>group|lgroup|repeat|loop|looped group)\b/
const END = /^end[ _](?:group|lgroup|repeat|loop|looped group)\b/
const SINGLE_SELECT_PATTERN = String.raw`select[ _]one(?:[ _]external)?|select1|add select one prompt|q select1`
const MULTIPLE_SELECT_PATTERN = String.raw`select[ _]multiple|select[ _]all(?: that apply)?|add select multiple prompt|q select`
const SELECT = new RegExp(
  String.raw`^(?:(?<one>${SINGLE_SELECT_PATTERN})|(?<several>${MULTIPLE_SELECT_PATTERN})|(?<rank>(?:odk:)?rank))(?: (?:from|using))?(?: (?<list>\S+))?(?<other> or[ _](?:specify )?other)?$`,
  'i',
)
const FROM_FILE_PATTERN = /^select[ _](?<how>one|multiple)[ _]from[ _]file(?: (?<file>.+))?$/i

/**
 * Parses all XLSForm spellings, such as `select_one yes_no` and `select all that apply from roofs or specify other`.
 */
export function parseTypeCell(cell: string): TypeCell {
  const written = cell.trim().replaceAll(/\s+/g, ' ')
  const plainText = written.toLowerCase()
  const begin = BEGIN_PATTERN.exec(plainText)?.groups?.['what']
  if (begin === 'repeat') return { kind: 'begin', what: 'repeat' }
  if (begin !== undefined) return { kind: 'begin', what: begin.includes('loop') ? 'loop' : 'group' }
  if (END.test(plainText)) return { kind: 'end' }
  const fromFile = FROM_FILE_PATTERN.exec(written)?.groups
  if (fromFile !== undefined)
    return {
      kind: 'select-from-file',
      multiple: fromFile['how']?.toLowerCase() === 'multiple',
      file: fromFile['file'] ?? '',
    }
  const select = SELECT.exec(written)?.groups
  if (select !== undefined) {
    const { several, rank, list = '', other } = select
    return {
      kind: 'select',
      multiple: several !== undefined || rank !== undefined,
      ranked: rank !== undefined,
      list,
      other: other !== undefined,
    }
  }
  const type = SIMPLE_SPELLINGS.get(plainText) ?? findPrefixedType(plainText)
  return type === undefined ? { kind: 'unknown' } : { kind: 'simple', type }
}

/** Finds types with a prefix or an argument, which is ignored: `uri:deviceid`, `osm building_tags`. */
function findPrefixedType(plainText: string): SimpleType | undefined {
  if (plainText.startsWith('uri:')) return 'metadata'
  return plainText.startsWith('osm ') ? 'unsupported' : undefined
}
