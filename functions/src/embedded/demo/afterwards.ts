import type { Answer } from '#domain/answers/index.ts'
import type { AnsweredSection, State } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import { momentBetween } from './calendar.ts'
import { keys } from '#domain/store/index.ts'
import type { Random } from './random.ts'
import type { Documents } from './submit.ts'

const DAY = 86_400_000
/** The number of answers without a required text, as older systems allowed. */
const INCOMPLETE = 4

/** Users who change the states of a form's answers. */
const REVIEWERS: Readonly<Record<string, readonly string[]>> = {
  'inspeccion-local': ['supervisor', 'supervisor-corrector-duplicador'],
  'reclamo-alumbrado': ['supervisor', 'supervisor-duplicador'],
  'reclamo-alumbrado-mvd': ['supervisor-corrector'],
}

/** Ages the answers: changes states, leaves a few incomplete, and links some to the citizen portal. */
export function ageAnswers(documents: Documents, people: readonly User[], now: number, random: Random): void {
  // Sorted by id, because the order of arrival depends on the day.
  const answers = [...documents]
    .filter(([key]) => key.startsWith('respuestas_formularios/'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [key, document] of answers) {
    const answer = document as Answer
    const reviewers = people.filter((one) => REVIEWERS[answer.idPlantilla]?.includes(one.id))
    documents.set(key, withReview(answer, reviewers, now, random.fork()))
  }
  const unfinished = random.some(
    answers.filter(([, document]) => document['idPlantilla'] === 'inspeccion-local'),
    INCOMPLETE,
  )
  for (const [key] of unfinished) documents.set(key, withoutSomeAnswers(documents.get(key) as Answer))
  const ofCitizens = answers.map(([key]) => documents.get(key) as Answer).filter((answer) => answer.datosCiudadano)
  for (const [index, answer] of ofCitizens.slice(0, THROUGH_PORTAL).entries())
    documents.set(keys.answer(answer.id), asPortalAnswer(answer, index))
}

/** The number of answers whose citizens can be asked for changes. */
const THROUGH_PORTAL = 8

/** Links an answer to the citizen portal, with an incident. */
function asPortalAnswer(answer: Answer, index: number): Answer {
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
    const next = current === undefined ? undefined : nextState(answer, current, estados.disponibles, random)
    const from = toMilliseconds(lastUpdate) + DAY / 2
    if (next === undefined || from + 8 * DAY > now) return { ...answer, estados, version, lastUpdate }
    const moment = toInstant(momentBetween(random, from, Math.min(now, from + 12 * DAY), 'staff'))
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

/** State of a pending inspection's answer, by its result. */
const STATE_AFTER: Readonly<Record<string, string>> = {
  'Clausura preventiva': 'Clausurado',
  'Con observaciones': 'Observado',
}

/** Undefined: it keeps its state. */
function nextState(answer: Answer, current: State, all: readonly State[], random: Random): State | undefined {
  const named = (name: string) => all.find((state) => state.nombre === name && current.transiciones.includes(state.id))
  switch (current.nombre) {
    case 'Pendiente':
      if (random.chance(0.15)) return undefined
      return named(STATE_AFTER[String(inspectionResult(answer))] ?? 'Aprobado')
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

function inspectionResult(answer: Answer): unknown {
  const questions = answer.secciones.flatMap((section) => section.preguntas)
  return questions.find((question) => question.titulo === 'Resultado de la inspección')?.respuesta
}

/** Removes the answer to «Razón social o titular», which is required. */
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
