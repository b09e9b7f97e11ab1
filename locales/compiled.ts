import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Messages } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** Folders with the catalogues of server code and PDFs. */
const FOLDERS = ['server', 'pdf']
/** The language of the source, and the language of pages whose reader prefers no other. */
const REQUIRED = ['en', 'es']
/** A line of a catalogue: a comment, a text in quotation marks, or nothing. Others are merge conflicts and damage. */
const LINE = /^(?:#.*|(?:msgctxt |msgid |msgstr )?".*"|)$/

/** Messages by language, compiled when the server starts. Bundles contain the result (`writeCompiledModule`). */
export const CATALOGUES = await compileCatalogues(import.meta.dirname)

/** Context of texts of PDFs in the template. */
export const PDF_CONTEXT = 'PDF'

/**
 * The texts of all screens and PDFs without translations, as one `.po` file, for languages that a municipality
 * translates itself (`own-catalogue.ts`). A text of several screens is listed once.
 */
export const TEMPLATE = joinSourceTexts(import.meta.dirname)

/** Returns the source of this module for bundles, which have no catalogue files. */
export function writeCompiledModule(): string {
  return Object.entries({ CATALOGUES, PDF_CONTEXT, TEMPLATE })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}

function joinSourceTexts(root: string): string {
  const entries = new Map<string, string>()
  for (const path of globSync('**/en.po', { cwd: root }).toSorted()) {
    const folder = dirname(path)
    // Texts of the server stay in English, because they have no reader whose municipality is known.
    if (folder === 'server') continue
    const context = folder === 'pdf' ? [`msgctxt "${PDF_CONTEXT}"`] : []
    const [, ...blocks] = readFileSync(join(root, path), 'utf8').trim().split('\n\n')
    for (const block of blocks) {
      const lines = block.split('\n').filter((line) => !/^#:|^#\. js-lingui/.test(line))
      const comments = lines.filter((line) => line.startsWith('#'))
      const source = lines.slice(
        comments.length,
        lines.findIndex((line) => line.startsWith('msgstr')),
      )
      const key = [...context, ...source].join('\n')
      if (!entries.has(key)) entries.set(key, [...comments, key, 'msgstr ""'].join('\n'))
    }
  }
  return `msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n${[...entries.values()].join('\n\n')}\n`
}

/** Compiles all catalogues in a folder. Throws an error that names the file if one is missing or damaged. */
export async function compileCatalogues(root: string): Promise<Readonly<Record<string, Messages>>> {
  const found = globSync(`{${FOLDERS.join()}}/*.po`, { cwd: root }).map((path) => basename(path, '.po'))
  const catalogues: Record<string, Messages> = {}
  for (const locale of new Set([...REQUIRED, ...found])) {
    const parts = await Promise.all(FOLDERS.map((folder) => compile(join(root, folder, `${locale}.po`), locale)))
    const messages = Object.assign({}, ...parts) as Messages
    // A language without any translation is not offered.
    if (Object.keys(messages).length > 0) catalogues[locale] = messages
  }
  return catalogues
}

async function compile(filename: string, locale: string): Promise<Messages> {
  const text = readFileSync(filename, 'utf8')
  const damaged = text.split(/\r?\n/).findIndex((line) => !LINE.test(line)) + 1
  if (damaged > 0) throw new Error(`${filename}:${damaged}: not a line of a catalogue`)
  const entries = await formatter().parse(text, { locale, sourceLocale: 'en', filename })
  const messages: Messages = {}
  for (const [id, { translation = '' }] of Object.entries(entries)) {
    try {
      if (translation !== '') messages[id] = compileMessageOrThrow(translation)
    } catch (cause) {
      throw new Error(`${filename}: wrong translation of “${id}”`, { cause })
    }
  }
  return messages
}
