import {
  MOST_NEARBY,
  NEARBY_DAYS,
  nearbyQuestion,
  nearbyStep,
  questionCells,
  questionColumns,
} from '#domain/answering/index.ts'
import type { NearbyAnswer, Answer } from '#domain/answers/index.ts'
import { settingsOf, type LatLng, type Municipality } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { DEFAULT_LANGUAGE, dayOn, toInstant, toMilliseconds, type Language } from '#domain/kernel/index.ts'
import { optionText } from '#domain/questions/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Ports } from '../ports.ts'

const DAY = 24 * 60 * 60 * 1000
/** Summaries that are looked at, newest first: some milliseconds. A form with more offers those of fewer days. */
const MOST_LOOKED_AT = 300
/** Answers that are read whole, at most: some of those that are near may not be for others. */
const MOST_READ = 2 * MOST_NEARBY

type Asked = {
  readonly template: FormTemplate
  readonly municipality: Municipality
  readonly point: LatLng
  readonly language: Language | undefined
}

/**
 * What others may know of a form's answers near a point: the nearest first, then the newest. Summaries say where, when
 * and in which state; the few near answers say what they are about, and whether the form was public when they were
 * given: what was meant for the office alone is not shown.
 */
export async function listNearby(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { template, municipality, point, language = DEFAULT_LANGUAGE }: Asked,
): Promise<readonly NearbyAnswer[]> {
  const found = await store.query({
    collection: 'respuestas_formularios',
    where: { idPlantilla: template.id },
    range: { field: 'fechaCreacion', from: toInstant(clock() - NEARBY_DAYS * DAY) },
    order: { field: 'fechaCreacion', descending: true },
    limit: MOST_LOOKED_AT,
    summaries: true,
  })
  const near = found
    .flatMap(({ document: { summary } }) => {
      const at = summary.ubicacion?.latlng
      const within = at === undefined ? null : nearbyStep(point, at)
      return within === null ? [] : [{ summary, within }]
    })
    .toSorted((one, other) => one.within - other.within)
    .slice(0, MOST_READ)
  const { timeZone } = settingsOf(municipality)
  const told: NearbyAnswer[] = []
  // One after the other: each may be megabytes.
  for (const { summary, within } of near) {
    if (told.length === MOST_NEARBY) break
    const answer = await store.get(keys.answer(summary.id))
    if (answer?.opcionales.publico !== true) continue
    const kind = kindOf(template, answer, language)
    const day = dayOn(toMilliseconds(summary.fechaCreacion), timeZone)
    told.push({ kind, day, within, state: summary.estado })
  }
  return told
}

/** The picked option, where the form still offers it: whatever else an earlier version holds there stays unsaid. */
function kindOf({ secciones }: FormTemplate, answer: Answer, language: Language): string | null {
  const asked = nearbyQuestion(secciones)
  const key = questionColumns(secciones).find(({ question }) => question === asked)?.key
  if (asked === undefined || key === undefined) return null
  const [text] = questionCells(answer.secciones, [key], language)[key]?.parts ?? []
  return asked.opciones.map((option) => optionText(option, language)).find((one) => one === text) ?? null
}
