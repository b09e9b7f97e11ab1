import type { Messages } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import {
  compileMessageOrThrow,
  type CompiledIcuChoices,
  type CompiledMessage,
} from '@lingui/message-utils/compileMessage'
import { ok, refuse, type Problem, type Result } from '#domain/kernel/index.ts'
import { PDF_CONTEXT, TEMPLATE } from './compiled.ts'

/** Characters of one entry. The longest of ours has 700. Limited, because nested plurals take long to compile. */
const MAX_ENTRY_CHARACTERS = 5_000
/** Entries of a file: several times as many as the app has texts. */
const MAX_ENTRIES = 20_000
/** Lines of a file: five times as many as our template has. Reading them holds the thread for 100 ms. */
const MAX_LINES = 100_000
/** Entries that are parsed before other requests get their turn: 2 ms, or 50 ms for the most expensive entries. */
const ENTRIES_PER_TURN = 10
/** A line of a file that is not a comment. */
const LINE = /^(?:(?:msgctxt |msgid |msgstr )?".*"|\s*)$/
/** Without a header, the parser would read a first entry that begins with an empty line as one. */
const HEADER = 'msgid ""\nmsgstr ""\n\n'
const FUZZY = /^#,.*\bfuzzy\b/
const TAG = /<\/?\w+\/?>/g
/** Characters of an English text in a refusal. */
const MAX_QUOTED = 80

/** One text of a catalogue. `line`: its first line in the file. */
type Entry = {
  readonly line: number
  /** the id that components have in their compiled code */
  readonly id: string
  readonly english: string
  readonly translation: string
}

/** A municipality's catalogue, in the form that pages load. `ignored`: entries whose text the app does not have. */
export type OwnCatalogue = {
  readonly messages: Messages
  readonly translated: number
  readonly total: number
  readonly ignored: number
}

let template: Promise<Result<readonly Entry[]>> | undefined

/**
 * Checks and compiles a catalogue. Refuses with settings.language-file, settings.language-empty (no text of the app is
 * translated), and for the first wrong translation with settings.language-text or settings.language-values.
 */
export async function checkCatalogue(bytes: Uint8Array): Promise<Result<OwnCatalogue>> {
  const originals = await (template ??= readEntries(TEMPLATE))
  const sent = await decodeEntries(bytes)
  if (!originals.ok) return originals
  if (!sent.ok) return sent
  const english = new Map(originals.value.map((entry) => [entry.id, entry]))
  const messages: Messages = {}
  const wrong: Problem[] = []
  let ignored = 0
  for (const [index, entry] of sent.value.entries()) {
    if (index % ENTRIES_PER_TURN === 0) await giveTurn()
    if (!english.has(entry.id)) ignored += 1
    else if (entry.translation !== '') {
      const compiled = compileTranslation(entry)
      if (compiled.ok) messages[entry.id] = compiled.value
      else wrong.push(compiled.problem)
    }
  }
  const [first] = wrong
  if (first !== undefined) return refuse(first.code, { ...first.details, count: wrong.length })
  const translated = Object.keys(messages).length
  return translated === 0
    ? refuse('settings.language-empty')
    : ok({ messages, translated, total: english.size, ignored })
}

async function decodeEntries(bytes: Uint8Array): Promise<Result<readonly Entry[]>> {
  try {
    return await readEntries(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // Another encoding, or quotation marks that do not match.
    return refuse('settings.language-file', { line: 1 })
  }
}

/** Lets other requests run. */
async function giveTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

/** Reads the entries of a file, without comments, outdated entries and entries that need review (`fuzzy`). */
async function readEntries(text: string): Promise<Result<readonly Entry[]>> {
  const { parse } = formatter()
  const blocks = splitEntries(text)
  if (!blocks.ok) return blocks
  const entries: Entry[] = []
  for (const [index, { line, block }] of blocks.value.entries()) {
    if (index % ENTRIES_PER_TURN === 0) await giveTurn()
    const parsed = await parse(HEADER + block, { locale: 'en', sourceLocale: 'en', filename: '' })
    for (const [id, { message = '', translation = '', context }] of Object.entries(parsed))
      entries.push({ line, id: context === PDF_CONTEXT ? message : id, english: message, translation })
  }
  return ok(entries)
}

type Block = { readonly line: number; readonly block: string }

/** Splits a file into its entries. Refuses with settings.language-file for what no catalogue has. */
function splitEntries(text: string): Result<readonly Block[]> {
  const blocks: Block[] = []
  const start = { first: 0, block: '', isTranslated: false, isFuzzy: false }
  let entry = start
  const lines = text.split(/\r?\n/, MAX_LINES + 1)
  if (lines.length > MAX_LINES) return refuse('settings.language-file', { line: MAX_LINES + 1 })
  // The last line ends the last entry.
  for (const [index, line] of [...lines, '#'].entries()) {
    if (entry.isTranslated && !line.startsWith('"')) {
      if (!entry.isFuzzy) blocks.push({ line: entry.first, block: entry.block })
      entry = start
    }
    const isComment = line.startsWith('#')
    if (isComment) entry = { ...entry, isFuzzy: !line.startsWith('#~') && (entry.isFuzzy || FUZZY.test(line)) }
    else if (line.trim() !== '')
      entry = {
        first: entry.first || index + 1,
        block: `${entry.block}${line}\n`,
        isTranslated: entry.isTranslated || line.startsWith('msgstr'),
        isFuzzy: entry.isFuzzy,
      }
    const isTooLarge = entry.block.length > MAX_ENTRY_CHARACTERS || blocks.length > MAX_ENTRIES
    if (isTooLarge || !(isComment || LINE.test(line))) return refuse('settings.language-file', { line: index + 1 })
  }
  return entry.block === '' ? ok(blocks) : refuse('settings.language-file', { line: entry.first })
}

/**
 * Compiles a translation. Refuses with settings.language-text (braces or forms of a plural are wrong) and
 * settings.language-values (it lacks or adds values or tags).
 */
function compileTranslation({ line, english, translation }: Entry): Result<CompiledMessage> {
  const text = english.length > MAX_QUOTED ? `${english.slice(0, MAX_QUOTED)}…` : english
  try {
    const compiled = compileMessageOrThrow(translation)
    const difference = findDifference(compileMessageOrThrow(english), compiled)
    if (difference === undefined) return ok(compiled)
    return difference === 'forms'
      ? refuse('settings.language-text', { line, text })
      : refuse('settings.language-values', { line, text, values: difference.join(' ') || '–' })
  } catch {
    return refuse('settings.language-text', { line, text })
  }
}

/**
 * Compares values, tags and forms of a translation with its original. A form has the values of the same form in
 * English, or of `other`. Forms other than `other` may lack the number: “one answer”.
 * @returns all values and tags that the translation must have; `forms` if a form is missing or unknown; else undefined
 */
function findDifference(
  original: CompiledMessage,
  translation: CompiledMessage,
  isNumberOptional = false,
): readonly string[] | 'forms' | undefined {
  const [wanted, given] = [listValues(original), listValues(translation)]
  const different = [...wanted, ...given].filter(
    (value) => !(wanted.has(value) && given.has(value)) && !(isNumberOptional && value === '#'),
  )
  if (different.length > 0 || !hasClosedTags(translation)) return [...wanted]
  for (const [name, type = '', forms] of translation.filter((token) => typeof token !== 'string')) {
    const english = original.find((token) => token[0] === name && token[1] === type)?.[2]
    if (!isForms(forms) || !isForms(english)) continue
    const isPlural = type !== 'select'
    const keys = listForms(forms)
    // The compiler accepts only plural forms that a language has. Languages have different ones, but all have `other`.
    const required = isPlural ? ['other'] : listForms(english)
    const areComplete = required.every((key) => keys.includes(key))
    if (!areComplete || (!isPlural && keys.length !== required.length)) return 'forms'
    for (const key of keys) {
      const same = english[Object.hasOwn(english, key) ? key : 'other'] ?? []
      const difference = findDifference(same, forms[key] ?? [], isPlural && key !== 'other')
      if (difference !== undefined) return difference
    }
  }
  return undefined
}

function isForms(format: unknown): format is CompiledIcuChoices {
  return typeof format === 'object' && format !== null && 'offset' in format
}

function listForms(forms: CompiledIcuChoices): readonly string[] {
  return Object.keys(forms).filter((key) => key !== 'offset')
}

/** Values of a message as an author writes them (`{name}`), its tags (`<0>`), and `#` for the number of a plural. */
function listValues(message: CompiledMessage): ReadonlySet<string> {
  return new Set(
    message.flatMap((token) => {
      if (typeof token === 'string') return token === '#' ? ['#'] : (token.match(TAG) ?? [])
      const [name, type, format] = token
      if (isForms(format)) return [`{${name}, ${type}${format.offset === undefined ? '' : ` offset:${format.offset}`}}`]
      return [`{${[name, type, JSON.stringify(format)].filter((part) => part !== undefined).join(', ')}}`]
    }),
  )
}

/** Tests that each tag is closed, and in the right order. */
function hasClosedTags(message: CompiledMessage): boolean {
  const open: string[] = []
  for (const tag of message.flatMap((token) => (typeof token === 'string' ? (token.match(TAG) ?? []) : []))) {
    if (tag.startsWith('</')) {
      if (open.pop() !== tag.replace('/', '')) return false
    } else if (!tag.endsWith('/>')) open.push(tag)
  }
  return open.length === 0
}
