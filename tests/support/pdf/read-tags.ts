import { asDictionary, asList, isKind, PdfObjects, streamOf, Tokens, wordOf, type PdfValue } from './pdf-objects.ts'

/** Structure of a tagged PDF, as a screen reader gets it. */
export type ReadTags = {
  readonly version: string
  readonly isMarked: boolean
  readonly language: string | undefined
  readonly title: string | undefined
  /** whether viewers show the title instead of the file's name */
  readonly showsTitle: boolean
  readonly tree: ReadTag
  /** texts of each page that are not read, such as its number */
  readonly decoration: readonly (readonly string[])[]
}

export type ReadTag = {
  readonly type: string
  /** text, description or replacement; without the text of its kids */
  readonly text: string
  /** text on the page */
  readonly written: string
  /** attributes that a reader announces, such as `scope Row` */
  readonly notes: readonly string[]
  readonly kids: readonly ReadTag[]
}

type Content = { readonly owner: Map<number, number>; readonly texts: readonly string[]; readonly decoration: string[] }

/**
 * Reads the structure of a PDF. Throws if it is inconsistent: content that is neither tagged nor decoration, content
 * in no element or in two, links without an element or a description, or a wrong way back from content to elements.
 */
export function readTags(bytes: Uint8Array): ReadTags {
  const objects = new PdfObjects(bytes)
  const { trailer } = objects
  const root = objects.entry(trailer, 'Root')
  const pageList = asList(objects.entry(objects.entry(root, 'Pages'), 'Kids'))
  const pages = new Map(
    pageList.map((page) => [isKind(page, 'reference') ? page.id : 0, contentOf(objects, objects.resolve(page))]),
  )
  const structure = objects.entry(root, 'StructTreeRoot')
  const numbers = asList(objects.entry(objects.entry(structure, 'ParentTree'), 'Nums'))
  const parents = new Map(numbers.flatMap((key, index) => (index % 2 === 0 ? [[key, numbers[index + 1]]] : [])))
  const links = new Set<number>()

  const parentOf = (key: PdfValue | undefined, id?: number): number => {
    const parent = parents.get(key ?? null)
    const found = id === undefined ? parent : asList(objects.resolve(parent))[id]
    return isKind(found, 'reference') ? found.id : -1
  }
  const read = (value: PdfValue | undefined, parent: number): ReadTag => {
    if (!isKind(value, 'reference')) throw new Error('An element without a number')
    const element = objects.resolve(value)
    const { entries } = asDictionary(element)
    const type = wordOf(entries.get('S')) ?? ''
    const above = entries.get('P')
    if (!isKind(above, 'reference') || above.id !== parent) throw new Error(`${type} has another parent`)
    const [texts, notes, kids]: [string[], string[], ReadTag[]] = [[], notesOf(objects, element), []]
    for (const kid of asList(entries.get('K'))) {
      const dictionary = typeof kid === 'number' ? undefined : asDictionary(objects.resolve(kid))
      const kind = wordOf(dictionary?.entries.get('Type'))
      const page = dictionary?.entries.get('Pg') ?? entries.get('Pg')
      const pageId = isKind(page, 'reference') ? page.id : -1
      if (typeof kid === 'number' || kind === 'MCR') {
        const id = Number(dictionary?.entries.get('MCID') ?? kid)
        const content = pages.get(pageId)
        if (content === undefined || content.owner.has(id) || content.texts[id] === undefined)
          throw new Error(`${type} has content ${id}, which does not exist or is another element's`)
        content.owner.set(id, value.id)
        if (parentOf(objects.entry(page, 'StructParents'), id) !== value.id)
          throw new Error(`No way back from content ${id} to ${type}`)
        texts.push(content.texts[id])
      } else if (kind === 'OBJR') {
        const target = dictionary?.entries.get('Obj')
        links.add(isKind(target, 'reference') ? target.id : -1)
        if (parentOf(objects.entry(target, 'StructParent')) !== value.id) throw new Error('No way back from a link')
        notes.push(`${wordOf(objects.entry(objects.entry(target, 'A'), 'URI')) ?? ''}`)
        if (!wordOf(objects.entry(target, 'Contents'))) throw new Error('A link without a description')
      } else kids.push(read(kid, value.id))
    }
    const instead = wordOf(entries.get('Alt')) ?? wordOf(entries.get('ActualText'))
    const written = texts.join('').trim()
    return { type, text: instead ?? written, written, notes, kids }
  }

  const treeId = asDictionary(root).entries.get('StructTreeRoot')
  const tree = read(asDictionary(structure).entries.get('K'), isKind(treeId, 'reference') ? treeId.id : -1)
  for (const [number, page] of pageList.entries()) {
    const content = [...pages.values()][number]
    if (content?.owner.size !== content?.texts.length) throw new Error(`Page ${number + 1} has content in no element`)
    for (const link of asList(objects.entry(page, 'Annots')))
      if (!isKind(link, 'reference') || !links.has(link.id)) throw new Error('A link in no element')
  }
  return {
    version: objects.version,
    isMarked: objects.entry(objects.entry(root, 'MarkInfo'), 'Marked') === true,
    language: wordOf(objects.entry(root, 'Lang')),
    title: wordOf(objects.entry(objects.entry(trailer, 'Info'), 'Title')),
    showsTitle: objects.entry(objects.entry(root, 'ViewerPreferences'), 'DisplayDocTitle') === true,
    tree,
    decoration: [...pages.values()].map(({ decoration }) => decoration),
  }
}

function notesOf(objects: PdfObjects, element: PdfValue | undefined): string[] {
  const attributes = objects.entry(element, 'A')
  const language = wordOf(objects.entry(element, 'Lang'))
  const notes = language === undefined ? [] : [language]
  if (attributes === undefined) return notes
  const [scope, columns] = ['Scope', 'ColSpan'].map((key) => objects.entry(attributes, key))
  if (scope !== undefined) notes.push(wordOf(scope) ?? '')
  if (typeof columns === 'number') notes.push(`${columns} columns`)
  return notes
}

/** Operators that show something: text, filled and stroked paths, pictures and shadings. */
const SHOWN = new Set(['Tj', 'TJ', "'", '"', 'f', 'F', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*', 'Do', 'sh'])

function contentOf(objects: PdfObjects, page: PdfValue | undefined): Content {
  if (wordOf(objects.entry(page, 'Tabs')) !== 'S') throw new Error('Tabs do not follow the structure')
  const fonts = objects.entry(objects.entry(page, 'Resources'), 'Font')
  const known = new Map<string, ReadonlyMap<number, string>>()
  const charactersOf = (name: string): ReadonlyMap<number, string> => {
    const characters = known.get(name) ?? charactersIn(streamOf(objects.entry(objects.entry(fonts, name), 'ToUnicode')))
    known.set(name, characters)
    return characters
  }
  const tokens = new Tokens(streamOf(objects.entry(page, 'Contents')))
  const [texts, decoration]: [string[], string[]] = [[], []]
  const open: (number | null)[] = []
  let operands: PdfValue[] = []
  let font = ''
  const show = (text: string): void => {
    const [id] = open
    if (id === undefined) throw new Error(`Neither tagged nor decoration: ${text}`)
    if (id === null) decoration.push(text)
    else texts[id] += text
  }
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    if (!isKind(token, 'operator')) {
      operands.push(token)
      continue
    }
    const { operator } = token
    if (operator === 'BDC' || operator === 'BMC') {
      if (open.length > 0) throw new Error('Content inside other content')
      const id = operator === 'BMC' ? undefined : objects.entry(operands[1], 'MCID')
      if (id === undefined && wordOf(operands[0]) !== 'Artifact') throw new Error('Content without a number')
      open.push(typeof id === 'number' ? id : null)
      if (typeof id === 'number' && texts.push('') !== id + 1) throw new Error('Numbers of content with a gap')
    } else if (operator === 'EMC') open.pop()
    else if (operator === 'Tf') font = wordOf(operands[0]) ?? ''
    else if (operator === 'Tj' && isKind(operands[0], 'text')) {
      const { bytes } = operands[0]
      const codes = Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2))
      show(codes.map((code) => charactersOf(font).get(code) ?? '?').join(''))
    } else if (SHOWN.has(operator)) show('')
    operands = []
  }
  if (open.length > 0) throw new Error('Content without an end')
  return { owner: new Map(), texts, decoration: decoration.filter((text) => text !== '') }
}

function charactersIn(table: string): ReadonlyMap<number, string> {
  return new Map(
    [...table.matchAll(/^<([\da-f]{4})><([\da-f]{4})>$/gim)].map(([, code = '', unicode = '']) => [
      parseInt(code, 16),
      String.fromCharCode(parseInt(unicode, 16)),
    ]),
  )
}

/** The tree as lines: type, notes in brackets, and text; each level is indented by two spaces. */
export function linesOfTree({ type, notes, text, kids }: ReadTag, indent = ''): readonly string[] {
  const noted = notes.length === 0 ? '' : ` [${notes.join(', ')}]`
  return [
    `${indent}${type}${noted}${text === '' ? '' : ` ${text}`}`,
    ...kids.flatMap((kid) => linesOfTree(kid, `${indent}  `)),
  ]
}

/** All texts in reading order. */
export function textsOfTree({ text, kids }: ReadTag): readonly string[] {
  return [...(text === '' ? [] : [text]), ...kids.flatMap(textsOfTree)]
}
