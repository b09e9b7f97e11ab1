import { z } from 'zod'
import { fileClaimSchema, submitMutationSchema } from '#domain/answering/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import {
  combinedBreakSchema,
  combinedInputSchema,
  combinedTextSchema,
  optionSchema,
  questionSchema,
} from '#domain/questions/index.ts'
import {
  conditionSchema,
  storedDraftSchema,
  sectionSchema,
  signatureConfigSchema,
  stateSchema,
  templateDraftSchema,
  templateStatesSchema,
  type FormTemplate,
} from '#domain/templates/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import {
  answerIdSchema,
  deviceIdSchema,
  holderSecretSchema,
  instantSchema,
  municipalityPathSchema,
  mutationIdSchema,
  problemSchema,
  sha256Schema,
  templateIdSchema,
} from '#domain/kernel/index.ts'
import {
  mutationSchema,
  outboxEntrySchema,
  outboxStateSchema,
  type Profile,
  type StoredReceipt,
} from '#domain/sync/index.ts'
import { restoreReportSchema } from '#domain/devices/index.ts'
import type { PendingDecisions, PendingAnswers } from '#domain/jobs/index.ts'
import { draftSchema } from '#local/backup.ts'
import type { TableRowTypes } from '#local/database.ts'
import type { Meta } from '#local/meta.ts'

/**
 * Rows of the device's tables that an app update has to understand. Kept apart from the tables, because the app does
 * not parse rows and should not load their schemas at startup. At the end the compiler checks that they match the
 * tables' types.
 */

/** A value stored as the server sent it, whose shape is frozen with the protocol. */
function unchecked<T>(name: string): z.ZodType<T> {
  return z.custom<T>(() => true).meta({ title: `${name}, as the server tells it` })
}

const order = z.int()
const keyed = { key: z.string(), storedAs: z.int().nullable() }
const editorOption = z.strictObject({ ...optionSchema.omit({ orden: true }).shape, ...keyed })
const editorBlock = z.discriminatedUnion('type', [
  z.strictObject({ ...combinedTextSchema.omit({ orden: true }).shape, ...keyed }),
  z.strictObject({
    ...combinedInputSchema.omit({ orden: true }).shape,
    ...keyed,
    opciones: z.array(editorOption),
  }),
  z.strictObject({ ...combinedBreakSchema.omit({ orden: true }).shape, ...keyed }),
])
const editorQuestion = z.strictObject({
  ...questionSchema.omit({ orden: true }).shape,
  ...keyed,
  opciones: z.array(editorOption),
  combinedQuestions: z.array(editorBlock).optional(),
})
const editorSection = z.strictObject({
  ...sectionSchema.omit({ orden: true }).shape,
  ...keyed,
  preguntas: z.array(editorQuestion),
  conditions: z.array(
    z.strictObject({
      ...conditionSchema.omit({ order: true }).shape,
      ...keyed,
      questions: z.array(editorQuestion),
    }),
  ),
})
const editorHead = z.strictObject({
  ...templateDraftSchema.omit({ secciones: true }).shape,
  estados: z.strictObject({
    ...templateStatesSchema.shape,
    inicial: z.string().nullable(),
    disponibles: z.array(
      z.strictObject({ ...stateSchema.omit({ id: true }).shape, ...keyed, transiciones: z.array(z.string()) }),
    ),
  }),
  signatures: z.array(z.strictObject({ ...signatureConfigSchema.omit({ indexSignature: true }).shape, ...keyed })),
  restructured: z.boolean(),
})
const editorForm = z.strictObject({ ...editorHead.shape, secciones: z.array(editorSection) })

/** The facts of `meta`, by their keys. */
const facts = {
  cursor: z.string(),
  scope: z.string(),
  pulledAt: z.number(),
  profile: unchecked<Profile>('Profile'),
  clockOffset: z.number(),
  signInNeeded: z.boolean(),
  sessionEnded: z.boolean(),
  accountProblem: problemSchema,
  firstPullFailed: z.literal(true),
  citizensGone: z.literal(true),
  failures: z.array(z.number()),
  runnerSeen: z.number(),
  goneAnswers: z.array(answerIdSchema),
  foreignAnswers: z.array(answerIdSchema),
  removed: z.boolean(),
  restoreCheck: z.literal(true),
  awaited: z.strictObject({ ids: z.array(mutationIdSchema), askedAt: z.number(), wait: z.number() }),
  broughtBack: restoreReportSchema,
  leftOpen: z.strictObject({
    template: templateIdSchema,
    draft: answerIdSchema,
    change: z.enum(['answer.edit', 'answer.correct', 'answer.revise']).optional(),
  }),
  citizens: z.array(
    z.strictObject({
      municipality: municipalityPathSchema,
      number: z.string(),
      citizen: citizenSchema,
      at: z.number(),
    }),
  ),
  listColumns: z.record(templateIdSchema, z.array(z.string())),
  listViews: z.record(templateIdSchema, z.string()),
  onlyAnswered: z.boolean(),
  desk: z.strictObject({
    pending: unchecked<PendingAnswers>('Pending'),
    decisions: unchecked<PendingDecisions>('Decisions'),
  }),
  figures: z.array(z.strictObject({ of: z.string(), search: z.string(), figures: unchecked<unknown>('Figures') })),
  statisticsColumns: z.array(
    z.strictObject({ form: templateIdSchema, receivedAt: z.number(), bytes: z.instanceof(ArrayBuffer) }),
  ),
  publicForms: z.record(
    templateIdSchema,
    z.strictObject({ codeHidden: z.boolean(), hasStates: z.boolean().optional(), timeZone: z.string().optional() }),
  ),
  publicDevice: deviceIdSchema,
  holderSecret: holderSecretSchema,
  permits: z.record(mutationIdSchema, z.string()),
}

const rows = {
  templates: z.strictObject({
    id: templateIdSchema,
    version: z.int().min(1),
    current: z.literal([0, 1]),
    template: unchecked<FormTemplate>('FormTemplate'),
  }),
  answers: z.strictObject({
    id: answerIdSchema,
    template: templateIdSchema,
    version: z.int().min(1),
    at: instantSchema,
    submit: submitMutationSchema.optional(),
    answer: unchecked<Answer>('Answer').optional(),
    opened: z.union([instantSchema, z.literal('just now')]).optional(),
  }),
  drafts: z.strictObject(draftSchema.shape),
  outbox: z.strictObject({
    order,
    id: mutationIdSchema,
    answer: answerIdSchema,
    state: z.enum(outboxStateSchema.options.flatMap(({ shape }) => [...shape.kind.values])),
    entry: outboxEntrySchema,
  }),
  claims: z.strictObject({
    id: order.optional(),
    since: z.number(),
    entries: z.array(z.strictObject({ order, id: mutationIdSchema, answer: answerIdSchema, hasFiles: z.boolean() })),
  }),
  received: z.strictObject({
    id: order.optional(),
    answers: z.array(answerIdSchema),
    receipts: z.array(unchecked<StoredReceipt>('StoredReceipt')),
  }),
  sent: z.strictObject({
    id: z.int().optional(),
    size: z.int(),
    at: instantSchema,
    mutations: z.array(z.strictObject({ order, mutation: mutationSchema })),
  }),
  blobs: z.strictObject({
    sha256: z.union([sha256Schema, z.templateLiteral([sha256Schema, ':', z.int()])]),
    data: z.instanceof(ArrayBuffer),
  }),
  needs: z.strictObject({
    ...fileClaimSchema.shape,
    owner: z.union([
      z.templateLiteral(['draft:', answerIdSchema]),
      z.templateLiteral(['outbox:', mutationIdSchema]),
      z.templateLiteral(['sent:', mutationIdSchema]),
    ]),
  }),
  uploads: z.strictObject({ sha256: sha256Schema, url: z.string() }),
  edits: z.strictObject({
    id: templateIdSchema,
    title: z.string(),
    version: z.int().min(0),
    startedAt: instantSchema,
    updatedAt: instantSchema,
    head: editorHead,
    sections: z.array(z.string()),
  }),
  editParts: z.union([
    z.strictObject({
      edit: templateIdSchema,
      part: z.literal('base'),
      base: z.strictObject({
        template: unchecked<FormTemplate>('FormTemplate').nullable(),
        kept: storedDraftSchema.pick({ revision: true, lastEdit: true }).nullable(),
        opened: editorForm,
      }),
    }),
    z.strictObject({ edit: templateIdSchema, part: z.literal('sent'), sent: editorForm }),
    z.strictObject({
      edit: templateIdSchema,
      part: z.templateLiteral(['section:', z.string()]),
      section: editorSection,
    }),
  ]),
}

/** A type without the differences between equivalent types: `readonly`, and `undefined` for optional fields. */
type Plain<T> = T extends string | number | boolean | null | undefined | ArrayBuffer
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : { readonly [K in keyof T]-?: Plain<Exclude<T[K], undefined>> | (object extends Pick<T, K> ? undefined : never) }
type IsSame<One, Other> = [Plain<One>] extends [Plain<Other>]
  ? [Plain<Other>] extends [Plain<One>]
    ? true
    : false
  : false
/** Schemas that are missing or differ from their type; `Elsewhere` needs none here. */
type Differing<Schemas, Types, Elsewhere> = {
  [Name in keyof Types]: Name extends Elsewhere
    ? never
    : Name extends keyof Schemas
      ? IsSame<z.output<Schemas[Name]>, Types[Name]> extends true
        ? never
        : Name
      : Name
}[keyof Types]
type OfAll<Schemas, Types, Elsewhere = never> = [Differing<Schemas, Types, Elsewhere>] extends [never]
  ? Schemas
  : { readonly 'differs from its type': Differing<Schemas, Types, Elsewhere> }

/** Facts that are in no row of their own: the server sends them again when they are missing. */
export const SENT_ONLY_FACTS = [
  'areas',
  'forms',
  'olderAnswers',
  'fates',
] as const satisfies readonly (keyof TableRowTypes)[]

/** By table name. */
export const DEVICE_ROWS: OfAll<typeof rows, TableRowTypes, 'meta' | (typeof SENT_ONLY_FACTS)[number]> = rows
/** By key in `meta`. */
export const DEVICE_FACTS: OfAll<typeof facts, Meta> = facts
