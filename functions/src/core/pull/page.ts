import type { AnswerLike } from '#domain/access/index.ts'
import { answerSchema, formTemplateSchema, type FormTemplate, type HeldAnswer } from '#domain/documents/index.ts'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import { fateOf, sentOlderSchema, type AnswerSummary, type ListedAnswer, type OlderAnswer } from '#domain/sync/index.ts'
import type { Key, StoredDocument } from '#domain/store/index.ts'
import type { ChangesQuery, Store } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import type { Cursor } from './cursor.ts'
import { withoutDefaults } from './without-defaults.ts'

/** Documents are fetched a few at a time, so that a page of large forms does not grow far beyond its size. */
const STEP = 20
/** What a summary takes of the documents that a page may have. */
const SUMMARY_SHARE = 0.1
/** Devices parse what they are told with these schemas, which puts the defaults back. */
const shortForm = withoutDefaults(formTemplateSchema)
const shortAnswer = withoutDefaults(answerSchema)
const shortOlder = withoutDefaults(sentOlderSchema)
const NOTHING = { documents: [], summaries: [], gone: [] }

/** What a pull page carries. Documents as JSON text: written once, measured and sent as they are. */
export type Page = {
  readonly templates: readonly string[]
  readonly goneTemplates: readonly TemplateId[]
  readonly answers: readonly string[]
  /** own answers of long ago: their summaries */
  readonly olderAnswers: readonly string[]
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
    readonly answer: (answer: AnswerLike) => boolean
  }
  /** whether the device gets an own answer whole */
  readonly isWhole: (summary: AnswerSummary) => boolean
}

type Room = { documents: number; bytes: number }
type Part = {
  readonly documents: readonly string[]
  readonly summaries: readonly string[]
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
    told: shortForm,
  })
  const answers = templates.more
    ? { ...NOTHING, position: from.answers, more: true }
    : await part(store, room, from.answers, {
        followed: { collection: 'respuestas_formularios', field: 'authorId', values: [scope.author] },
        isVisible: (document) => scope.sees.answer(document as unknown as AnswerLike),
        told: shortAnswer,
        summarised: {
          isWhole: (document) => scope.isWhole((document as unknown as ListedAnswer).summary),
          told: (document) => {
            const { summary, idPlantilla } = document as unknown as ListedAnswer
            const { lastUpdate, ...rest } = { ...summary, template: idPlantilla } satisfies OlderAnswer
            return shortOlder(lastUpdate === rest.receivedAt ? rest : { ...rest, lastUpdate })
          },
        },
        // It may have sent them before it ever pulled one, and somebody has deleted them since.
        mayHaveUnpulled: true,
      })
  const held = answers.more
    ? { ...NOTHING, position: from.held, more: true }
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
    olderAnswers: answers.summaries,
    goneAnswers: answers.gone as readonly AnswerId[],
    held: held.documents,
    cursor: { templates: templates.position, answers: answers.position, held: held.position },
    more: templates.more || answers.more || held.more,
  }
}

type CollectionQuery = {
  readonly followed: Pick<ChangesQuery, 'collection' | 'field' | 'values'>
  readonly isVisible: (document: StoredDocument) => boolean
  /** what the device is told of it */
  readonly told: (document: StoredDocument) => object
  /** most are summaries: which are not, and what the device is told of one that is */
  readonly summarised?: {
    readonly isWhole: (summary: StoredDocument) => boolean
    readonly told: (summary: StoredDocument) => object
  }
  /** whether the device may have some that it never pulled: then it hears of every one that was deleted */
  readonly mayHaveUnpulled?: boolean
}

async function part(
  store: Store,
  room: Room,
  after: number,
  { followed, isVisible, told, summarised, mayHaveUnpulled = false }: CollectionQuery,
): Promise<Part> {
  const documents: string[] = []
  const summaries: string[] = []
  const gone: string[] = []
  let position = after
  for (;;) {
    const changes = await store.changes({
      ...followed,
      after: position,
      limit: Math.max(1, Math.min(STEP, Math.ceil(room.documents))),
      summaries: summarised !== undefined,
    })
    const isSummary = (document: StoredDocument): boolean => summarised !== undefined && !summarised.isWhole(document)
    const wholes =
      summarised &&
      (await store.getMany(
        changes.entries.flatMap(({ key, document }) => (document === undefined || isSummary(document) ? [] : [key])),
      ))
    for (const { key, document } of changes.entries) {
      const short = document !== undefined && isSummary(document)
      // What was deleted since its summary was read is gone with a later position, too.
      const given = document === undefined || short || wholes === undefined ? document : wholes.get(key)
      room.documents -= short ? SUMMARY_SHARE : 1
      if (given === undefined || !isVisible(given)) {
        // A device that starts from nothing need not hear of what it never had.
        if (after > 0 || (given === undefined && mayHaveUnpulled)) gone.push(idOf(key))
        continue
      }
      const text = JSON.stringify(short && summarised !== undefined ? summarised.told(given) : told(given))
      room.bytes -= text.length
      ;(short ? summaries : documents).push(text)
    }
    position = changes.position
    if (!changes.more) return { documents, summaries, gone, position, more: false }
    if (room.documents <= 0 || room.bytes <= 0) return { documents, summaries, gone, position, more: true }
  }
}

function idOf(key: Key): string {
  return key.slice(key.lastIndexOf('/') + 1)
}
