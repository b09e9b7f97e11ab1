import {
  offersNearbyAnswers,
  MAX_NEARBY_ANSWERS,
  NEARBY_DAYS,
  findNearbyQuestion,
  findNearbyDistance,
  buildQuestionCells,
  listQuestionColumns,
} from '#domain/answering/index.ts'
import type { NearbyAnswer, Answer } from '#domain/answers/index.ts'
import { addCostsUnit } from '#domain/limits/judge.ts'
import {
  ok,
  refuse,
  DEFAULT_LANGUAGE,
  toLocalDay,
  toInstant,
  toMilliseconds,
  type Result,
  type TemplateId,
  type Language,
} from '#domain/kernel/index.ts'
import { resolveSettings, type LatLng, type Municipality } from '#domain/places/index.ts'
import { findOptionText } from '#domain/questions/index.ts'
import { keys } from '#domain/store/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { hashToBucket } from '../../limits/buckets.ts'
import { buildAddressRateLimits } from '../../limits/by-address.ts'
import { findOpenForm } from '../../pages/find-public-form.ts'
import type { PublicPagesRateLimit } from '../../pages/routes/public.ts'
import type { Ports } from '../../ports.ts'

const DAY = 24 * 60 * 60 * 1000
/**
 * Maximum summaries read, newest first; takes a few milliseconds. Forms with many answers therefore show fewer days.
 */
const MAX_EXAMINED = 300
/** Maximum full answers read; more than are shown, because some may not be public. */
const MAX_READ = 2 * MAX_NEARBY_ANSWERS

type NearbyRequest = {
  readonly template: FormTemplate
  readonly municipality: Municipality
  readonly point: LatLng
  readonly language: Language | undefined
}

/**
 * The public facts about a form's answers near a point, nearest first, then newest. Place, time and state are read from
 * summaries. Only the near answers are read in full, to show the selected option. Answers given while the form was not
 * public, and answers whose case is closed, are skipped.
 */
async function listNearby(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { template, municipality, point, language = DEFAULT_LANGUAGE }: NearbyRequest,
): Promise<readonly NearbyAnswer[]> {
  const entries = await store.query({
    collection: 'respuestas_formularios',
    where: { idPlantilla: template.id },
    range: { field: 'fechaCreacion', from: toInstant(clock() - NEARBY_DAYS * DAY) },
    order: { field: 'fechaCreacion', descending: true },
    limit: MAX_EXAMINED,
    summaries: true,
  })
  const closed = listClosedStates(template)
  const near = entries
    .flatMap(({ document: { summary } }) => {
      const position = summary.ubicacion?.latlng
      const isOffered = position !== undefined && (summary.estado === null || !closed.has(summary.estado))
      const within = isOffered ? findNearbyDistance(point, position) : null
      return within === null ? [] : [{ summary, within }]
    })
    .toSorted((a, b) => a.within - b.within)
    .slice(0, MAX_READ)
  const { timeZone } = resolveSettings(municipality)
  const nearby: NearbyAnswer[] = []
  // Read one by one, because each may be megabytes.
  for (const { summary, within } of near) {
    if (nearby.length === MAX_NEARBY_ANSWERS) break
    const answer = await store.get(keys.answer(summary.id))
    if (answer?.opcionales.publico !== true) continue
    const kind = formatSelectedKind(template, answer, language)
    const day = toLocalDay(toMilliseconds(summary.fechaCreacion), timeZone)
    nearby.push({ kind, day, within, state: summary.estado })
  }
  return nearby
}

/** Names of the states in which a case is closed: no state follows them, and answers do not start in them. */
function listClosedStates({ estados }: FormTemplate): ReadonlySet<string> {
  const closed = estados.disponibles.filter(
    ({ id, transiciones }) => transiciones.length === 0 && id !== estados.inicial,
  )
  return new Set(closed.map(({ nombre }) => nombre))
}

/** The selected option, if the current form still has it; values of earlier versions are not shown. */
function formatSelectedKind({ secciones }: FormTemplate, answer: Answer, language: Language): string | null {
  const requestedQuestion = findNearbyQuestion(secciones)
  const key = listQuestionColumns(secciones).find(({ question }) => question === requestedQuestion)?.key
  if (requestedQuestion === undefined || key === undefined) return null
  const [text] = buildQuestionCells(answer.secciones, [key], language)[key]?.parts ?? []
  return (
    requestedQuestion.opciones.map((option) => findOptionText(option, language)).find((item) => item === text) ?? null
  )
}

/**
 * Handlers for answers near the point of a new answer. Every request counts towards the rate limit, even without
 * results.
 */
export function createNearbyHandlers({ ports, tuning }: Core, pace: PublicPagesRateLimit) {
  const { store, clock } = ports

  async function count(id: TemplateId, address: string | undefined): Promise<Result<true>> {
    const ownMeasures = await buildAddressRateLimits('nearby', address, {
      burst: tuning.nearbyBurst,
      interval: tuning.nearbyInterval,
    })
    const ofForm = {
      key: await hashToBucket('nearby-form', id),
      burst: tuning.nearbyBurstPerForm,
      interval: tuning.nearbyIntervalPerForm,
      cost: 1,
    }
    return store.commit(addCostsUnit([...ownMeasures, ofForm], clock()))
  }

  return {
    async readNearby({ params: { id }, query: { language, ...point }, address }) {
      const limitResult = pace(address)
      if (!limitResult.ok) return limitResult
      const result = await findOpenForm(store, id)
      if (!result.ok) return result
      const { template, municipality } = result.value
      if (!offersNearbyAnswers(template.opcionales)) return refuse('access.forbidden')
      const countedResult = await count(id, address)
      if (!countedResult.ok) return countedResult
      return ok({ answers: await listNearby(ports, { template, municipality, point, language }) })
    },
  } satisfies PartialHandlers
}
