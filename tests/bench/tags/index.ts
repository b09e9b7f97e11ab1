import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { anyDocument, heard } from '../../support/pdf/any-documents.ts'
import { readTags, textsOfTree, type ReadTag } from '../../support/pdf/read-tags.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { printFailure } from '../support/report.ts'

/** Differences that are shown. */
const SHOWN = 5

/**
 * Makes documents of all kinds and reads them with our reader, which compares their texts with what was written, and
 * with `pdfinfo -struct-text` (Debian's poppler-utils), whose elements have to be the same. Fails on a difference.
 */
export async function benchTags(count = 1000) {
  const folder = await temporaryFolder('tags')
  const file = join(folder, 'document.pdf')
  const figures: Record<string, number> = {}
  const wrong: string[] = []
  for (const make of fc.sample(anyDocument, { numRuns: count, seed: 1 })) {
    const { kind, bytes, texts } = await make()
    figures[kind] = (figures[kind] ?? 0) + 1
    await writeFile(file, bytes)
    const { tree } = readTags(bytes)
    const ours = writtenIn(tree)
    const poppler = readPoppler(execFileSync('pdfinfo', ['-struct-text', file], { encoding: 'utf8', maxBuffer: MAX }))
    figures['elements'] = (figures['elements'] ?? 0) + ours.length
    const different = ours.findIndex((line, index) => line !== poppler[index])
    if (different >= 0 || poppler.length !== ours.length)
      wrong.push(`${kind}: ${poppler[different]} instead of ${ours[different]}`)
    if (heard(textsOfTree(tree)).join('\n') !== heard(texts).join('\n')) wrong.push(`${kind}: other texts`)
  }
  wrong.slice(0, SHOWN).forEach(printFailure)
  return { figures: { ...figures, wrong: wrong.length }, failed: wrong.length > 0 }
}

const MAX = 100_000_000

/** Type and text on the page of each element. */
function writtenIn({ type, written, kids }: ReadTag): readonly string[] {
  return [`${type} ${written}`.trim(), ...kids.flatMap(writtenIn)]
}

/** Elements are lines of their type, with their texts in quotation marks below; attributes follow a colon. */
function readPoppler(output: string): readonly string[] {
  const elements: { readonly indent: number; readonly type: string; text: string }[] = []
  for (const line of output.split('\n')) {
    const indent = line.search(/\S/)
    const type = /^ *([A-Z]\w*)(?: \((?:block|inline)\))?:?$/.exec(line)?.[1]
    const text = /^ *"(.*)"$/.exec(line)?.[1]
    if (type !== undefined) elements.push({ indent, type, text: '' })
    const owner = elements.findLast((element) => element.indent < indent)
    if (text !== undefined && owner !== undefined) owner.text += text
  }
  return elements.map(({ type, text }) => `${type} ${text.trim()}`.trim())
}
