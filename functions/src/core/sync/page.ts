import { z } from 'zod'
import type { AnswerLike } from '#domain/access/index.ts'
import {
  answerSchema,
  toHeldResult,
  sentOlderAnswerSchema,
  type AnswerSummary,
  type ListedAnswer,
  type OlderAnswer,
} from '#domain/answers/index.ts'
import { formTemplateSchema, type FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import { keys, type Key, type StoredDocument } from '#domain/store/index.ts'
import type { Changes, Store } from '../ports.ts'
import { readErasures } from './erasures.ts'
import type { Tuning } from '../tuning.ts'
import type { Cursor } from './cursor.ts'

/** Removes fields of a value that its schema restores when parsing. */
type Shortener = (value: unknown) => unknown
type Shorteners = Map<z.core.$ZodType, Shortener>

/** Schemas that wrap another schema without changing its values. */
const WRAPPERS = [z.ZodDefault, z.ZodOptional, z.ZodNullable, z.ZodReadonly]
type Wrapper = InstanceType<(typeof WRAPPERS)[number]>

type Field = { readonly shorten: Shortener; readonly isDefault: (value: unknown) => boolean }

/**
 * Returns a function that removes fields with default values from a document, at every depth. Parsing with the same
 * schema restores them. About half of a form is switches that are off and empty lists. Unknown fields are kept.
 * @param schema schema of a document, read once
 */
export function createDefaultsRemover(schema: z.ZodObject): (document: StoredDocument) => StoredDocument {
  return createObjectShortener(buildFieldShorteners(schema, new Map()))
}

function findShortener(schema: z.core.$ZodType, newShorteners: Shorteners): Shortener {
  const knownShortener = newShorteners.get(schema)
  if (knownShortener !== undefined) return knownShortener
  const shortener = createShortener(schema, newShorteners)
  newShorteners.set(schema, shortener)
  return shortener
}

function createShortener(schema: z.core.$ZodType, newShorteners: Shorteners): Shortener {
  if (WRAPPERS.some((wrapper) => schema instanceof wrapper))
    return findShortener((schema as Wrapper).def.innerType, newShorteners)
  if (schema instanceof z.ZodArray) {
    const each = findShortener(schema.def.element, newShorteners)
    return each === unchanged ? unchanged : (value) => (Array.isArray(value) ? value.map(each) : value)
  }
  if (schema instanceof z.ZodObject) {
    const shorten = createObjectShortener(buildFieldShorteners(schema, newShorteners))
    return (value) => (isObject(value) ? shorten(value) : value)
  }
  if (schema instanceof z.ZodDiscriminatedUnion) return createUnionShortener(schema, newShorteners)
  return unchanged
}

function unchanged(value: unknown): unknown {
  return value
}

function buildFieldShorteners(schema: z.ZodObject, newShorteners: Shorteners): ReadonlyMap<string, Field> {
  return new Map(
    Object.entries(schema.def.shape).map(([name, field]) => [
      name,
      { shorten: findShortener(field, newShorteners), isDefault: createDefaultTest(field) },
    ]),
  )
}

function createObjectShortener(fields: ReadonlyMap<string, Field>): (value: StoredDocument) => StoredDocument {
  return (value) => {
    const short: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const field = fields.get(name)
      if (field === undefined) short[name] = value[name]
      else if (!field.isDefault(value[name])) short[name] = field.shorten(value[name])
    }
    return short
  }
}

/** Chooses the member by its discriminator, which has no default and therefore is never removed. */
function createUnionShortener(union: z.ZodDiscriminatedUnion, newShorteners: Shorteners): Shortener {
  const { discriminator, options } = union.def
  const members = new Map<unknown, Shortener>(
    options.flatMap((option) => {
      const literal = option instanceof z.ZodObject ? option.def.shape[discriminator] : undefined
      const literals = literal instanceof z.ZodLiteral ? literal.def.values : []
      return literals.map((word) => [word, findShortener(option, newShorteners)] as const)
    }),
  )
  return (value) => (isObject(value) ? (members.get(value[discriminator]) ?? unchanged)(value) : value)
}

/** Returns the test for a primitive default or an empty list. Object defaults are removed field by field. */
function createDefaultTest(field: z.core.$ZodType): (value: unknown) => boolean {
  if (!(field instanceof z.ZodDefault)) return () => false
  const { defaultValue } = field.def
  if (Array.isArray(defaultValue) && defaultValue.length === 0)
    return (value) => Array.isArray(value) && value.length === 0
  return typeof defaultValue === 'object' && defaultValue !== null ? () => false : (value) => value === defaultValue
}

function isObject(value: unknown): value is StoredDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Documents per read. Small, because the page's byte limit is checked only between reads. */
const STEP = 20
/** A summary counts as this share of a document in the page's limit. */
const SUMMARY_SHARE = 0.1
/** Functions that remove default values; devices restore them by parsing pages with the same schemas. */
const removeFormDefaults = createDefaultsRemover(formTemplateSchema)
const removeAnswerDefaults = createDefaultsRemover(answerSchema)
const removeOlderAnswerDefaults = createDefaultsRemover(sentOlderAnswerSchema)
const EMPTY_DOCUMENTS = { documents: [], summaries: [], gone: [] }

/** Content of a pull page. Documents are JSON text: serialised once, measured and sent. */
export type PullPage = {
  readonly templates: readonly string[]
  readonly goneTemplates: readonly TemplateId[]
  readonly answers: readonly string[]
  /** summaries of the user's older answers */
  readonly olderAnswers: readonly string[]
  readonly goneAnswers: readonly AnswerId[]
  /** outcomes of the user's held answers; the author already has the content */
  readonly held: readonly string[]
  /** answers erased on behalf of a person; the device deletes all their data */
  readonly erasedAnswers: readonly AnswerId[]
  readonly cursor: Cursor
  readonly more: boolean
}

export type PullScope = {
  readonly areas: readonly string[]
  readonly author: string
  /** municipalities and account whose erasures the device receives */
  readonly erasures: readonly string[]
  /** access checks; `template` returns the visible part of a form. Anything not visible is sent as deleted. */
  readonly sees: {
    readonly template: (template: FormTemplate) => FormTemplate | undefined
    readonly answer: (answer: AnswerLike & Pick<ListedAnswer, 'idPlantilla'>) => boolean
  }
  /** whether the device gets the full answer */
  readonly isWhole: (summary: AnswerSummary) => boolean
}

type RemainingSpace = { documents: number; bytes: number }
type PagePart = {
  readonly documents: readonly string[]
  readonly summaries: readonly string[]
  readonly gone: readonly string[]
  readonly position: number
  readonly more: boolean
}

/**
 * A change as sent to the device. `shown` is undefined for a document that the account may not see, which is sent as
 * deleted.
 */
type PageEntry = { readonly kind: 'whole' | 'summary'; readonly shown: object | undefined } | { readonly kind: 'gone' }
type ChangesBatch = Omit<Changes<never>, 'entries'> & {
  readonly entries: readonly { readonly key: Key; readonly entry: PageEntry }[]
}
/** Reads the changes after a position. */
type Read = (after: number, limit: number) => Promise<ChangesBatch>

/**
 * Reads the next page, up to its limit of documents or bytes. Templates are first, because answers refer to them; then
 * answers, outcomes of held answers, and erasures.
 */
export async function readNextPullPage(
  store: Store,
  scope: PullScope,
  from: Cursor,
  tuning: Tuning,
): Promise<PullPage> {
  const space: RemainingSpace = { documents: tuning.pullPageDocuments, bytes: tuning.pullPageBytes }
  const templates = await readPart(createTemplateReader(store, scope), space, from.templates)
  // Sends every deletion, because the device may hold answers that it created and never pulled.
  const answers = templates.more
    ? { ...EMPTY_DOCUMENTS, position: from.answers, more: true }
    : await readPart(createAnswerReader(store, scope), space, from.answers, true)
  const heldAnswersPart = answers.more
    ? { ...EMPTY_DOCUMENTS, position: from.held, more: true }
    : await readPart(createHeldReader(store, scope), space, from.held)
  const erased = heldAnswersPart.more
    ? { ids: [], position: from.erased, more: true }
    : await readErasures(store, scope.erasures, from.erased)
  return {
    templates: templates.documents,
    goneTemplates: templates.gone as readonly TemplateId[],
    answers: answers.documents,
    olderAnswers: answers.summaries,
    goneAnswers: answers.gone as readonly AnswerId[],
    held: heldAnswersPart.documents,
    erasedAnswers: erased.ids,
    cursor: {
      templates: templates.position,
      answers: answers.position,
      held: heldAnswersPart.position,
      erased: erased.position,
    },
    more: templates.more || answers.more || heldAnswersPart.more || erased.more,
  }
}

function createTemplateReader(store: Store, { areas, sees }: PullScope): Read {
  return async (after, limit) => {
    const found = await store.changes({ collection: 'formularios', field: 'areas', values: areas, after, limit })
    return toChangesBatch(found, (template) => {
      const seen = template.deleted ? undefined : sees.template(template)
      return { kind: 'whole', shown: seen === undefined ? undefined : removeFormDefaults(seen) }
    })
  }
}

/** Reads answers as summaries, then those that the device gets in full by key. */
function createAnswerReader(store: Store, { author, sees, isWhole }: PullScope): Read {
  return async (after, limit) => {
    const followed = { collection: 'respuestas_formularios', field: 'authorId', values: [author] } as const
    const found = await store.changes({ ...followed, after, limit, summaries: true })
    const requestedKey = found.entries.flatMap(({ document }) =>
      document !== undefined && isWhole(document.summary) ? [keys.answer(document.summary.id)] : [],
    )
    const fullAnswers = await store.getMany(requestedKey)
    return toChangesBatch(found, (listed) => {
      if (!isWhole(listed.summary))
        return { kind: 'summary', shown: sees.answer(listed) ? toOlderAnswer(listed) : undefined }
      // The answer was deleted after its summary was read. A later change reports the deletion again.
      const answer = fullAnswers.get(keys.answer(listed.summary.id))
      if (answer === undefined) return DELETED
      return { kind: 'whole', shown: sees.answer(answer) ? removeAnswerDefaults(answer) : undefined }
    })
  }
}

function toOlderAnswer({ summary, idPlantilla }: ListedAnswer): object {
  const { lastUpdate, ...rest } = { ...summary, template: idPlantilla } satisfies OlderAnswer
  return removeOlderAnswerDefaults(lastUpdate === rest.receivedAt ? rest : { ...rest, lastUpdate })
}

/** Reads outcomes of held answers. The author gets them even after losing the right to read the answer. */
function createHeldReader(store: Store, { author }: PullScope): Read {
  return async (after, limit) => {
    const followed = { collection: 'held', field: 'answer.authorId', values: [author] } as const
    return toChangesBatch(await store.changes({ ...followed, after, limit }), (held) => ({
      kind: 'whole',
      shown: toHeldResult(held),
    }))
  }
}

const DELETED = { kind: 'gone' } as const

function toChangesBatch<T extends StoredDocument>(
  { entries, ...where }: Changes<T>,
  tell: (document: T) => PageEntry,
): ChangesBatch {
  return {
    ...where,
    entries: entries.map(({ key, document }) => ({ key, entry: document === undefined ? DELETED : tell(document) })),
  }
}

/** @param mayHaveUnpulled the device may have documents that it never pulled, so it gets every deletion */
async function readPart(read: Read, space: RemainingSpace, after: number, mayHaveUnpulled = false): Promise<PagePart> {
  const documents: string[] = []
  const summaries: string[] = []
  const gone: string[] = []
  let position = after
  for (;;) {
    const changes = await read(position, Math.max(1, Math.min(STEP, Math.ceil(space.documents))))
    for (const { key, entry } of changes.entries) {
      space.documents -= entry.kind === 'summary' ? SUMMARY_SHARE : 1
      if (entry.kind === 'gone' || entry.shown === undefined) {
        // On a first pull the device has none of these documents, so deletions are not sent.
        if (after > 0 || (entry.kind === 'gone' && mayHaveUnpulled)) gone.push(getLastKeySegment(key))
        continue
      }
      const text = JSON.stringify(entry.shown)
      space.bytes -= text.length
      ;(entry.kind === 'summary' ? summaries : documents).push(text)
    }
    position = changes.position
    if (!changes.more) return { documents, summaries, gone, position, more: false }
    if (space.documents <= 0 || space.bytes <= 0) return { documents, summaries, gone, position, more: true }
  }
}

function getLastKeySegment(key: Key): string {
  return key.slice(key.lastIndexOf('/') + 1)
}
