import type { jsPDF } from 'jspdf'
import { getLanguageTag } from '#domain/kernel/index.ts'
import { toOneLine } from './plain-text.ts'

/** Structure types of PDF. The names are defined by ISO 32000-1, 14.8.4. */
export type TagType =
  | 'Document'
  | 'Art'
  | 'Sect'
  | 'Div'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Link'
/** Types of paragraphs and headings. */
export type TextType = Extract<TagType, 'P' | `H${string}`>

export type TagDetails = {
  /** description of a picture */
  readonly alt?: string
  /** text that is read instead of the written text */
  readonly spoken?: string | undefined
  /** BCP 47 tag of a language other than the document's */
  readonly language?: string | undefined
  /** cells that a heading of a table applies to */
  readonly scope?: 'Row' | 'Column'
  /** number of columns that a cell of a table spans */
  readonly columns?: number
}

/** Position and size on the current page, in points from its upper left corner. */
export type PageArea = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
/** Left, lower, right and upper edge in PDF coordinates, which start at the lower left corner. */
type Edges = readonly [number, number, number, number]

/** Content that belongs to a tag: the part of a page between two operators. */
type MarkedContent = { readonly page: number; readonly id: number }
type TaggedLink = {
  readonly page: number
  readonly link: { readonly edges: Edges; readonly url: string; readonly text: string }
}

/** Element of a document's structure. Screen readers read the elements in order. */
export type Tag = {
  readonly type: TagType
  readonly details: TagDetails
  readonly kids: (Tag | MarkedContent | TaggedLink)[]
  /** outline of a picture */
  edges?: Edges
}

/** Adds a child to an element. Elements without content are omitted from the file, except cells of tables. */
export function addTag(parent: Tag, type: TagType, details: TagDetails = {}): Tag {
  const tag: Tag = { type, details, kids: [] }
  parent.kids.push(tag)
  return tag
}

/** Objects that are compressed together, as the contents of a stream. Each alone would add over 70 bytes. */
export type PackedObjects = { readonly stream: number; readonly ids: readonly number[] }

/** Assigns what is drawn to elements of the structure. jsPDF writes no structure itself. */
export type Tagger = {
  readonly root: Tag
  /** starts the content of an element; null: decoration, which is not read. Ends the current content. */
  begin(tag: Tag | null): void
  /** ends the current content, as required at the end of each page */
  end(): void
  /** sets the outline of a picture on the current page */
  outline(tag: Tag, area: PageArea): void
  /** objects of the structure in the finished file */
  packed(): PackedObjects
  /** makes an area of the current page a link. @param link address, and text for screen readers */
  link(tag: Tag, area: PageArea, link: { readonly url: string; readonly text: string }): void
}

/** jsPDF's internal functions for plugins, which its types lack. */
type Internals = {
  readonly pages: readonly string[][]
  readonly events: { subscribe(topic: string, listener: (event: { readonly pageNumber: number }) => void): void }
  write(operator: string): void
  pdfEscape(text: string): string
  getNumberOfPages(): number
  getCurrentPageInfo(): { readonly pageNumber: number }
  getPageInfo(page: number): { readonly objId: number }
  newAdditionalObject(): { readonly objId: number; content: string }
  newObjectDeferred(): number
  newObject(): number
  putStream(stream: {
    readonly data: string
    readonly objectId: number
    readonly filters: readonly string[]
    readonly additionalKeyValues: { readonly key: string; readonly value: string | number }[]
  }): void
}

/** Elements with content on a page, indexed by the `id` of the content, and the links of the page. */
type TaggedPage = { readonly marked: Tag[]; readonly links: { readonly tag: Tag; readonly link: TaggedLink['link'] }[] }

/** @param language BCP 47 tag of the document's language */
export function createTagger(doc: jsPDF, language: string): Tagger {
  const { internal } = doc as unknown as { readonly internal: Internals }
  const root: Tag = { type: 'Document', details: {}, kids: [] }
  const pages = new Map<number, TaggedPage>()
  let current: { readonly tag: Tag | null; readonly operator: string } | undefined
  const pageNumber = (): number => internal.getCurrentPageInfo().pageNumber
  const currentPage = (): TaggedPage => {
    const page = pages.get(pageNumber()) ?? { marked: [], links: [] }
    pages.set(pageNumber(), page)
    return page
  }
  const end = (): void => {
    if (current === undefined) return
    const { tag, operator } = current
    current = undefined
    const operators = internal.pages[pageNumber()]
    // Nothing was drawn, as with a broken picture.
    if (operators?.at(-1) === operator) return void operators.pop()
    internal.write('EMC')
    if (tag !== null) tag.kids.push({ page: pageNumber(), id: currentPage().marked.push(tag) - 1 })
  }
  const computeEdges = ({ x, y, width, height }: PageArea): Edges => {
    const pageHeight = doc.internal.pageSize.getHeight()
    return [x, pageHeight - y - height, x + width, pageHeight - y]
  }
  const packed = writeStructure(internal, { root, pages, language })
  return {
    root,
    end,
    packed,
    begin: (tag) => {
      if (current?.tag === tag) return
      end()
      const operator = tag === null ? '/Artifact BMC' : `/${tag.type} <</MCID ${currentPage().marked.length}>> BDC`
      internal.write(operator)
      current = { tag, operator }
    },
    outline: (tag, area) => {
      tag.edges = computeEdges(area)
    },
    link: (tag, area, { url, text }) => {
      end()
      const link = { edges: computeEdges(area), url, text }
      currentPage().links.push({ tag, link })
      tag.kids.push({ page: pageNumber(), link })
    },
  }
}

type Structure = {
  readonly root: Tag
  readonly pages: ReadonlyMap<number, TaggedPage>
  readonly language: string
}

/** Writes links and structure when jsPDF creates the file. @returns a function that lists the objects afterwards */
function writeStructure(internal: Internals, { root, pages, language }: Structure): () => PackedObjects {
  const { write, events } = internal
  /** numbers of the objects that links and elements are written as */
  const objects = new Map<object, number>()
  /** elements of the links. Pages have the first keys in the tree that leads from content to elements. */
  const linkTags: Tag[] = []
  const linkKey = (index: number): number => internal.getNumberOfPages() + 1 + index
  const bodies = new Map<number, string>()
  let structure = 0
  let stream = 0

  const writeElement = (tag: Tag, parent: number): number => {
    const id = internal.newObjectDeferred()
    objects.set(tag, id)
    const page = tag.kids.find((child) => 'page' in child)?.page
    const kids = tag.kids.map((child) => {
      if ('kids' in child) return `${writeElement(child, id)} 0 R`
      if ('link' in child)
        return `<</Type/OBJR/Pg ${formatPageObject(internal, child.page)}/Obj ${objects.get(child.link) ?? 0} 0 R>>`
      return child.page === page
        ? child.id
        : `<</Type/MCR/Pg ${formatPageObject(internal, child.page)}/MCID ${child.id}>>`
    })
    const own = page === undefined ? '' : `/Pg ${formatPageObject(internal, page)}`
    bodies.set(id, `<</S/${tag.type}/P ${parent} 0 R${own}${writeDetails(tag)}/K[${kids.join(' ')}]>>`)
    return id
  }

  events.subscribe('putPage', ({ pageNumber }) => {
    const links = pages.get(pageNumber)?.links ?? []
    const written = links.map(({ tag, link }) => {
      const object = internal.newAdditionalObject()
      const key = linkKey(linkTags.push(tag) - 1)
      object.content =
        `<</Type /Annot /Subtype /Link /Rect [${formatEdges(link.edges)}] /Border [0 0 0] /F 4 /StructParent ${key} ` +
        `/Contents ${writeText(link.text)} /A <</S /URI /URI (${internal.pdfEscape(link.url)})>>>>`
      objects.set(link, object.objId)
      return `${object.objId} 0 R`
    })
    if (pages.has(pageNumber)) write(`/StructParents ${pageNumber} /Tabs /S`)
    if (written.length > 0) write(`/Annots [${written.join(' ')}]`)
  })
  events.subscribe('postPutResources', () => {
    structure = internal.newObjectDeferred()
    pruneEmpty(root)
    const document = writeElement(root, structure)
    const formatReference = (tag: Tag): string => `${objects.get(tag) ?? 0} 0 R`
    const numbers = [
      ...[...pages].map(([page, { marked }]) => `${page}[${marked.map(formatReference).join(' ')}]`),
      ...linkTags.map((tag, index) => `${linkKey(index)} ${formatReference(tag)}`),
    ]
    const parents = `/ParentTree<</Nums[${numbers.join(' ')}]>>/ParentTreeNextKey ${linkKey(linkTags.length)}`
    bodies.set(structure, `<</Type/StructTreeRoot/K ${document} 0 R${parents}>>`)
    stream = internal.newObject()
    putObjects(internal, stream, bodies)
  })
  events.subscribe('putCatalog', () => {
    write(`/MarkInfo <</Marked true>> /StructTreeRoot ${structure} 0 R /Lang ${writeText(getLanguageTag(language))}`)
  })
  return () => ({ stream, ids: [...bodies.keys()] })
}

/** Writes objects as a stream, which starts with the number and the position of each. */
function putObjects(internal: Internals, stream: number, bodies: ReadonlyMap<number, string>): void {
  let at = 0
  const places = [...bodies].map(([id, body]) => {
    const place = `${id} ${at}`
    at += body.length + 1
    return place
  })
  const head = `${places.join(' ')}\n`
  internal.putStream({
    data: head + [...bodies.values()].join('\n'),
    objectId: stream,
    // jsPDF's default is empty after the first picture.
    filters: ['FlateEncode'],
    additionalKeyValues: [
      { key: 'Type', value: '/ObjStm' },
      { key: 'N', value: bodies.size },
      { key: 'First', value: head.length },
    ],
  })
  internal.write('endobj')
}

const formatPageObject = (internal: Internals, page: number): string => `${internal.getPageInfo(page).objId} 0 R`

const isCell = ({ type }: Tag): boolean => type === 'TH' || type === 'TD'

/** Removes elements that nothing was drawn for. Empty cells remain, so that the rows of a table stay equally long. */
function pruneEmpty({ kids }: Tag): void {
  for (const [index, child] of [...kids.entries()].toReversed())
    if ('kids' in child) {
      pruneEmpty(child)
      if (child.kids.length === 0 && !isCell(child)) kids.splice(index, 1)
    }
}

function writeDetails({ details, edges }: Tag): string {
  const { alt, spoken, language, scope, columns } = details
  const cell = [
    ...(scope === undefined ? [] : [`/Scope/${scope}`]),
    ...(columns === undefined ? [] : [`/ColSpan ${columns}`]),
  ]
  return [
    ...(alt === undefined ? [] : [`/Alt${writeText(alt)}`]),
    ...(spoken === undefined ? [] : [`/ActualText${writeText(spoken)}`]),
    ...(language === undefined ? [] : [`/Lang${writeText(language)}`]),
    ...(cell.length === 0 ? [] : [`/A<</O/Table${cell.join('')}>>`]),
    ...(edges === undefined ? [] : [`/A<</O/Layout/Placement/Block/BBox[${formatEdges(edges)}]>>`]),
  ].join('')
}

const formatEdges = (edges: Edges): string => edges.map((edge) => edge.toFixed(2)).join(' ')

const HEX = 16

/** Returns a text as a string of PDF: in brackets if it is ASCII, otherwise UTF-16 in hexadecimal digits. */
function writeText(text: string): string {
  const line = toOneLine(text)
  if (/^[ -~]*$/.test(line)) return `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)})`
  const units = Array.from({ length: line.length }, (_, index) => line.charCodeAt(index))
  return `<FEFF${units.map((unit) => unit.toString(HEX).padStart(4, '0')).join('')}>`
}
