import type { Answer, FormTemplate, HeldAnswer } from '#domain/documents/index.ts'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import { fateOf } from '#domain/sync/index.ts'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import type { ChangesQuery, Store } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import type { Cursor } from './cursor.ts'

/** Documents are fetched a few at a time, so that a page of large forms does not grow far beyond its size. */
const STEP = 20

/** What a pull page carries. Documents as JSON text: written once, measured and sent as they are. */
export type Page = {
  readonly templates: readonly string[]
  readonly goneTemplates: readonly TemplateId[]
  readonly answers: readonly string[]
  readonly goneAnswers: readonly AnswerId[]
  /** own held answers: what became of each, not the answer itself, which its author has */
  readonly held: readonly string[]
  readonly cursor: Cursor
  readonly more: boolean
}

export type PageScope = {
  readonly areas: readonly string[]
  readonly author: string
  /** what the account may see; what it may not counts as gone */
  readonly sees: {
    readonly template: (template: FormTemplate) => boolean
    readonly answer: (answer: Answer) => boolean
  }
}

type Room = { documents: number; bytes: number }
type Part = {
  readonly documents: readonly string[]
  readonly gone: readonly string[]
  readonly position: number
  readonly more: boolean
}

/** The next page after `from`: templates first, because answers are read with them, then what was held. Stops at the page's size, in documents or bytes. */
export async function nextPage(store: Store, scope: PageScope, from: Cursor, tuning: Tuning): Promise<Page> {
  const room: Room = { documents: tuning.pullPageDocuments, bytes: tuning.pullPageBytes }
  const templates = await part(store, room, from.templates, {
    followed: { collection: 'formularios', field: 'areas', values: scope.areas },
    isVisible: (document) => {
      const template = document as unknown as FormTemplate
      return !template.deleted && scope.sees.template(template)
    },
  })
  const answers = templates.more
    ? { documents: [], gone: [], position: from.answers, more: true }
    : await part(store, room, from.answers, {
        followed: { collection: 'respuestas_formularios', field: 'authorId', values: [scope.author] },
        isVisible: (document) => scope.sees.answer(document as unknown as Answer),
        // It may have sent them before it ever pulled one, and somebody has deleted them since.
        mayHaveUnpulled: true,
      })
  const held = answers.more
    ? { documents: [], gone: [], position: from.held, more: true }
    : await part(store, room, from.held, {
        followed: { collection: 'held', field: 'answer.authorId', values: [scope.author] },
        // Whoever sent it hears what became of it, whatever they may read by now.
        isVisible: () => true,
        told: (document) => fateOf(document as unknown as HeldAnswer),
      })
  return {
    templates: templates.documents,
    goneTemplates: templates.gone as readonly TemplateId[],
    answers: answers.documents,
    goneAnswers: answers.gone as readonly AnswerId[],
    held: held.documents,
    cursor: { templates: templates.position, answers: answers.position, held: held.position },
    more: templates.more || answers.more || held.more,
  }
}

type CollectionQuery = {
  readonly followed: Pick<ChangesQuery, 'collection' | 'field' | 'values'>
  readonly isVisible: (document: StoredDocument) => boolean
  /** what the device is told of it: the document itself unless said otherwise */
  readonly told?: (document: StoredDocument) => object
  /** whether the device may have some that it never pulled: then it hears of every one that was deleted */
  readonly mayHaveUnpulled?: boolean
}

async function part(
  store: Store,
  room: Room,
  after: number,
  { followed, isVisible, told = (document) => document, mayHaveUnpulled = false }: CollectionQuery,
): Promise<Part> {
  const documents: string[] = []
  const gone: string[] = []
  let position = after
  for (;;) {
    const changes = await store.changes({
      ...followed,
      after: position,
      limit: Math.max(1, Math.min(STEP, room.documents)),
    })
    for (const { key, document } of changes.entries) {
      room.documents -= 1
      if (document === undefined || !isVisible(document)) {
        // A device that starts from nothing need not hear of what it never had.
        if (after > 0 || (document === undefined && mayHaveUnpulled)) gone.push(idOf(key))
        continue
      }
      const text = JSON.stringify(told(document))
      room.bytes -= text.length
      documents.push(text)
    }
    position = changes.position
    if (!changes.more) return { documents, gone, position, more: false }
    if (room.documents <= 0 || room.bytes <= 0) return { documents, gone, position, more: true }
  }
}

function idOf(key: Key): string {
  return key.slice(key.lastIndexOf('/') + 1)
}
