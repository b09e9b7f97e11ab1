import { runUnit } from '#core/run-unit.ts'
import type { SubmitMutation } from '#domain/answering/index.ts'
import type { CitizenPermit } from '#domain/citizens/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { createMutationUnit } from '#domain/answers/judge/index.ts'
import {
  generateAnswerId,
  generateDeviceId,
  generateMutationId,
  toInstant,
  getMunicipality,
  userIdSchema,
  toMilliseconds,
  type DeviceId,
  type Author,
} from '#domain/kernel/index.ts'
import type { PaymentAccount } from '#domain/payments/index.ts'
import { keys, type Key, type StoredDocument } from '#domain/store/index.ts'
import type { Mutation } from '#domain/sync/index.ts'
import type { AnsweredSection, State } from '#domain/templates/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import type { User } from '#domain/users/index.ts'
import { STRIPE_SANDBOX } from '#sandbox/stripe.ts'
import { pickMomentBetween } from './calendar.ts'
import type { DemoDocument } from './demo-document.ts'
import { buildDemoTemplates } from './forms/index.ts'
import { buildUserDocuments, buildDemoUsers } from './demo-accounts.ts'
import { buildDemoPlaces, DEMO_AREAS } from './places.ts'
import { planAnswers, toAnswerAuthor, type PlannedAnswer } from './plan.ts'
import { createRandom, type Random } from './random.ts'
import { buildPortalAnswer } from './stories/pruning.ts'
import { fillInForm } from './stories/story.ts'

/** The city that takes payments, with test money at the sandbox's provider. */
export const CITY_WITH_PAYMENTS = getMunicipality(DEMO_AREAS.montevideo.convivencia)

/** The payment account of `CITY_WITH_PAYMENTS`. @param at time of connection, milliseconds */
function buildPaymentAccount(at: number): DemoDocument {
  const { key, secret } = STRIPE_SANDBOX
  const by = userIdSchema.parse('admin')
  const account: PaymentAccount = {
    provider: 'stripe',
    mode: 'test',
    key,
    webhookSecrets: [secret],
    by,
    at: toInstant(at),
  }
  return { key: keys.paymentAccount(CITY_WITH_PAYMENTS), document: account }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Days before now: when accounts and forms were created, and since when they are used. */
const DAYS_SINCE_CREATION = 170
const DAYS_IN_USE = 115
/** Days from now until the event whose tickets are sold. */
const EVENT = 30

/**
 * All documents of the demonstration, in order; the same arguments give the same documents. @param now milliseconds;
 * the last answers are an hour older
 */
export function buildDemo(now: number, seed: number): readonly DemoDocument[] {
  const random = createRandom(seed)
  const people = buildDemoUsers(now - DAYS_SINCE_CREATION * DAY)
  const forms = buildDemoTemplates(now - DAYS_SINCE_CREATION * DAY, now + EVENT * DAY)
  const documents: Documents = new Map()
  const add = ({ key, document }: DemoDocument): void => void documents.set(key, document)
  // Makes the form editor show all its question types.
  add({ key: keys.remoteConfig, document: { show_new_type_question: true } })
  for (const place of buildDemoPlaces()) add(place)
  for (const user of buildUserDocuments(people)) add(user)
  add(buildPaymentAccount(now - DAYS_IN_USE * DAY))
  for (const form of forms) {
    for (const { key, document } of buildVersionWrites(form)) add({ key, document })
  }
  for (const planned of planAnswers(random, forms, people, { from: now - DAYS_IN_USE * DAY, to: now - HOUR })) {
    applySubmission(buildSubmission(planned), planned.arrived, documents)
  }
  ageAnswers(documents, people, now, random)
  for (const { mutation, at, permits } of buildPortalAnswer(forms, now, random))
    applyMutation(mutation, at, documents, permits)
  return [...documents].map(([key, document]) => ({ key, document }))
}

type Documents = Map<Key, StoredDocument>

/** Fills in a planned answer as its author's device would. */
function buildSubmission(planned: PlannedAnswer): SubmitMutation {
  const { template, saved, story, chance: random } = planned
  const { content, header, files } = fillInForm(template, story(random), random)
  return {
    id: generateMutationId(random.bytes(16)),
    kind: 'answer.submit',
    author: toAnswerAuthor(planned),
    device: deriveDeviceId(toAnswerAuthor(planned), random),
    clock: toInstant(saved),
    offset: 0,
    answer: generateAnswerId(random.bytes(16)),
    template: template.id,
    version: template.version,
    header,
    content,
    files: [...files],
  }
}

/** The device of an author: users keep their tablet; each public answer has its own. */
function deriveDeviceId(author: Author, random: Random): DeviceId {
  const bytes =
    author === 'public'
      ? random.bytes(16)
      : Uint8Array.from({ length: 16 }, (_, index) => author.charCodeAt(index % author.length) + index)
  return generateDeviceId(bytes)
}

/**
 * Decides a submission by the server's own rule, and writes the result. Throws when the submission is neither applied
 * nor held.
 */
function applySubmission(submit: SubmitMutation, arrived: number, documents: Documents): void {
  const now = toInstant(arrived)
  for (const { sha256, bytes, type, name } of submit.files) {
    const key = keys.file(submit.author, sha256)
    if (!documents.has(key)) documents.set(key, { author: submit.author, sha256, bytes, type, name, uploadedAt: now })
  }
  applyMutation(submit, arrived, documents)
}

/** Decides a mutation and writes the result, as `applySubmission`. @param permits of a citizen's mutation */
function applyMutation(
  mutation: Mutation,
  arrived: number,
  documents: Documents,
  permits: readonly CitizenPermit[] = [],
): void {
  const unit = createMutationUnit(mutation, { author: mutation.author, permits }, toInstant(arrived))
  const { result, writes } = runUnit(unit, (read) => documents.get(read))
  if (result.status !== 'applied' && result.status !== 'held')
    throw new Error(`A demonstration answer was refused: ${JSON.stringify(result)}`)
  for (const write of writes) {
    if (write.kind === 'set') documents.set(write.key, write.document)
    else documents.delete(write.key)
  }
}

/** The number of answers without a required text, as older systems allowed. */
const INCOMPLETE = 4

/** Users who change the states of a form's answers. */
const REVIEWERS: Readonly<Record<string, readonly string[]>> = {
  'inspeccion-local': ['supervisor', 'supervisor-corrector-duplicador'],
  'reclamo-alumbrado': ['supervisor', 'supervisor-duplicador'],
  'reclamo-alumbrado-mvd': ['supervisor-corrector'],
}

/**
 * Ages the answers: changes states, leaves a few incomplete, links some to the citizen portal, and adds the earlier
 * versions.
 */
function ageAnswers(documents: Documents, people: readonly User[], now: number, random: Random): void {
  // Sorted by id, because the order of arrival depends on the day.
  const answers = [...documents]
    .filter(([key]) => key.startsWith('respuestas_formularios/'))
    .toSorted(([key], [otherKey]) => (key < otherKey ? -1 : 1))
  for (const [key, document] of answers) {
    const answer = document as Answer
    const reviewers = people.filter((user) => REVIEWERS[answer.idPlantilla]?.includes(user.id))
    documents.set(key, withReview(answer, reviewers, now, random.fork()))
  }
  const unfinished = random.some(
    answers.filter(([, document]) => document['idPlantilla'] === 'inspeccion-local'),
    INCOMPLETE,
  )
  for (const [key] of unfinished) documents.set(key, withoutSomeAnswers(documents.get(key) as Answer))
  const ofCitizens = answers.map(([key]) => documents.get(key) as Answer).filter((answer) => answer.datosCiudadano)
  for (const [index, answer] of ofCitizens.slice(0, PORTAL_SHARE).entries())
    documents.set(keys.answer(answer.id), toPortalAnswer(answer, index))
  for (const [key] of answers)
    for (const earlier of earlierVersions(documents.get(key) as Answer))
      documents.set(keys.answerVersion(earlier.id, earlier.version), earlier)
}

/** The versions of an answer before each change of its state, as the server would have stored them. */
function earlierVersions(answer: Answer): readonly Answer[] {
  const { estados } = answer
  if (estados === undefined) return []
  return estados.history.slice(0, -1).map(({ date, stateId }, index) => ({
    ...answer,
    version: index + 1,
    lastUpdate: date,
    estados: { ...estados, actual: stateId, history: estados.history.slice(0, index + 1) },
  }))
}

/** The number of answers whose citizens can be asked for changes. */
const PORTAL_SHARE = 8

/** Links an answer to the citizen portal, with an incident. */
function toPortalAnswer(answer: Answer, index: number): Answer {
  const opcionales = { ciudadano: false, citizenAssociationFromCitizenPortal: true, incidentes: true }
  return {
    ...answer,
    opcionales: { ...answer.opcionales, ...opcionales },
    muniCore: { ...answer.muniCore, idIncidente: String(70_001 + index) },
  }
}

/** Moves an answer along the allowed transitions, one working moment apart, until now. */
function withReview(answer: Answer, reviewers: readonly User[], now: number, random: Random): Answer {
  if (answer.estados === undefined || reviewers.length === 0) return answer
  let { estados, version, lastUpdate } = answer
  for (;;) {
    const current = estados.disponibles.find((state) => state.id === estados.actual)
    const next = current === undefined ? undefined : pickNextState(answer, current, estados.disponibles, random)
    const from = toMilliseconds(lastUpdate) + DAY / 2
    if (next === undefined || from + 8 * DAY > now) return { ...answer, estados, version, lastUpdate }
    const moment = toInstant(pickMomentBetween(random, from, Math.min(now, from + 12 * DAY), 'staff'))
    const { email, firstName, lastName } = random.pick(reviewers)
    const entry = {
      date: moment,
      userName: email,
      name: `${firstName} ${lastName}`,
      stateId: next.id,
      stateName: next.nombre,
    }
    estados = { ...estados, actual: next.id, history: [...estados.history, entry] }
    version += 1
    lastUpdate = moment
  }
}

/** Next state of a pending inspection's answer, by its result; «Aprobado» for any other result. */
const STATE_AFTER: Readonly<Record<string, string>> = {
  'Clausura preventiva': 'Clausurado',
  'Con observaciones': 'Observado',
}

/** Next state of an answer; undefined: the answer keeps its state. */
function pickNextState(answer: Answer, current: State, all: readonly State[], random: Random): State | undefined {
  const named = (name: string) => all.find((state) => state.nombre === name && current.transiciones.includes(state.id))
  switch (current.nombre) {
    case 'Pendiente':
      if (random.chance(0.15)) return undefined
      return named(STATE_AFTER[String(findInspectionResult(answer))] ?? 'Aprobado')
    case 'Observado':
      if (random.chance(0.55)) return named('Aprobado')
      return random.chance(0.12) ? named('Clausurado') : undefined
    case 'Clausurado':
      return random.chance(0.4) ? named('Observado') : undefined
    case 'Recibido':
      if (random.chance(0.08)) return named('Descartado')
      return random.chance(0.85) ? named('En curso') : undefined
    case 'En curso':
      return random.chance(0.75) ? named('Resuelto') : undefined
    default:
      return undefined
  }
}

function findInspectionResult(answer: Answer): unknown {
  const questions = answer.secciones.flatMap((section) => section.preguntas)
  return questions.find((question) => question.titulo === 'Resultado de la inspección')?.respuesta
}

/** Removes the value of «Razón social o titular», which is required. */
function withoutSomeAnswers(answer: Answer): Answer {
  const withoutOwner = (section: AnsweredSection): AnsweredSection => ({
    ...section,
    preguntas: section.preguntas.map((question) => {
      if (question.titulo !== 'Razón social o titular') return question
      const { respuesta: _taken, ...asked } = question
      return asked
    }),
  })
  return { ...answer, secciones: answer.secciones.map(withoutOwner) }
}
