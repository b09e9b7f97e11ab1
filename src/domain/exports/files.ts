import { trimMatching } from '../kernel/index.ts'
import { readRowIds } from '../answering/walk.ts'
import { listVersionColumns, buildFileLink } from './columns.ts'
import type { ExportedAnswer } from './export-call.ts'
import type { TableFacts, TableContext } from './table.ts'

/** File of an answer in an archive. */
export type ArchivedFile = {
  /** folder named by the answer's code, and file named by the question, without the file's extension */
  readonly folder: string
  readonly name: string
  /** address for users who may read the answer */
  readonly address: string
}

/** Limits for Windows paths and, in bytes, for Linux names (255 with a suffix and the extension). */
const MAX_NAME_CHARACTERS = 80
const MAX_BYTES = 200
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069\\/:*?"<>|]+/gu
/** Reserved device names of Windows, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i

/**
 * Converts a text to a part of a path that is valid on all systems and cannot leave its folder. @returns `otherwise`
 * when empty
 */
export function toPathPart(text: string, otherwise: string): string {
  // Also removes lone surrogates. Normalises, because macOS treats composed and decomposed letters as the same name.
  const plainText = text.normalize('NFC').replace(NOT_IN_NAMES, ' ').replace(/\s+/gu, ' ')
  const kept = trimMatching(truncateName(plainText), /[\s.]/u)
  if (kept === '') return otherwise
  return DEVICES.test(kept) ? `_${kept}` : kept
}

/** Bytes of a code point in UTF-8. */
function countUtf8Bytes(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Start of a text that fits into a name, without splitting characters. */
function truncateName(text: string): string {
  let [kept, bytes] = ['', 0]
  for (const character of [...text].slice(0, MAX_NAME_CHARACTERS)) {
    bytes += countUtf8Bytes(character.codePointAt(0) ?? 0)
    if (bytes > MAX_BYTES) break
    kept += character
  }
  return kept
}

/**
 * Returns a function that lists an answer's files in the order of the form. No two files of an export have the same
 * path.
 */
export function listExportFiles(survey: TableFacts, { texts, origin }: Pick<TableContext, 'texts' | 'origin'>) {
  const requested = new Map(
    [...survey.versions.values()].map((version) => [
      version.version,
      listVersionColumns(version, texts).filter(({ isFile }) => isFile),
    ]),
  )
  /** answer of each folder, because answers may share a code */
  const folders = new Map<string, string>()

  function answerFolder({ id, codigoMunicipio }: ExportedAnswer): string {
    const own = toPathPart(codigoMunicipio, id)
    const holder = folders.get(own.toLowerCase())
    if (holder === undefined) folders.set(own.toLowerCase(), id)
    return holder === undefined || holder === id ? own : `${own} ${id}`
  }

  return (answer: ExportedAnswer): readonly ArchivedFile[] => {
    const found: { readonly name: string; readonly address: string }[] = []
    for (const { head, repeats, read } of requested.get(answer.templateVersion) ?? []) {
      const max = repeats === null ? 0 : readRowIds(answer.content, repeats).length
      for (let row = -1; row < max; row += 1) {
        const address = read(answer, row < 0 ? null : row, origin)
        // Uses only the last two headings. A longer text would be cut at its end, where the names differ.
        const asked = toPathPart(head.slice(-2).join(' · '), 'file')
        if (typeof address === 'string') found.push({ name: row < 0 ? asked : `${asked} (${row + 2})`, address })
      }
    }
    for (const { title, image } of answer.signatures) {
      const address = buildFileLink(answer, image, origin)
      const name = toPathPart([texts.signature, title].filter((part) => part !== '').join(' · '), 'file')
      if (typeof address === 'string') found.push({ name, address })
    }
    if (found.length === 0) return []
    const folder = answerFolder(answer)
    const taken = new Set<string>()
    return found.map(({ name, address }) => {
      let own = name
      for (let time = 2; taken.has(own.toLowerCase()); time += 1) own = `${name} - ${time}`
      taken.add(own.toLowerCase())
      return { folder, name: own, address }
    })
  }
}
