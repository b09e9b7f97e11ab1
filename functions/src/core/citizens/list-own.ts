import { can } from '#domain/access/index.ts'
import { resolveSettings } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { HeldAnswer } from '#domain/answers/index.ts'
import { ok, refuse, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { MAX_OWN_ANSWERS, type OwnAnswerLine, type OwnHeldLine, type ownAnswersSchema } from '#domain/citizens/index.ts'
import { keys } from '#domain/store/index.ts'
import type { z } from 'zod'
import type { Store } from '../ports.ts'
import type { Visit } from './visits.ts'

/**
 * Maximum answers read for one citizen. All must be read to find the newest, because the index has no order by time.
 */
const MAX_LOOKED_AT = 2_000
/** Maximum forms whose translated titles are looked up for one list. */
const MAX_FORMS = 30

/**
 * This citizen's newest answers, and held answers sent by their devices. Refuses with access.forbidden if the session
 * covers a single answer.
 */
export async function listCitizenAnswers(
  store: Store,
  visit: Visit,
): Promise<Result<z.output<typeof ownAnswersSchema>>> {
  if (visit.session.scope.kind !== 'own') return refuse('access.forbidden')
  const [own, held] = await Promise.all([listStoredAnswers(store, visit), readOwnHeld(store, visit)])
  const answers = own.slice(0, MAX_OWN_ANSWERS)
  const titles = await readFormTitles(store, [...answers, ...held])
  const hidden = resolveSettings(visit.municipality).codeHidden ? { codigoMunicipio: '' } : {}
  return ok({
    answers: answers.map(({ form, line }) => ({ ...line, ...titles(form, line.titulo), ...hidden })),
    held: held.map(({ form, line }) => ({ ...line, ...titles(form, line.titulo) })),
    more: own.length > MAX_OWN_ANSWERS,
  })
}

type Listed<Line> = { readonly form: TemplateId; readonly line: Line }

async function listStoredAnswers(store: Store, { actor }: Visit): Promise<readonly Listed<OwnAnswerLine>[]> {
  const query = {
    collection: 'respuestas_formularios',
    where: { 'datosCiudadano.id': actor.citizenId },
    summaries: true,
  } as const
  const few = await store.query({ ...query, limit: MAX_OWN_ANSWERS + 1 })
  // The query is in the order of ids, which are unrelated to age, so the newest are found by reading more.
  const found = few.length > MAX_OWN_ANSWERS ? await store.query({ ...query, limit: MAX_LOOKED_AT }) : few
  return found
    .map(({ document }) => document)
    .filter((document) => can(actor, 'read', { kind: 'respuesta', document }))
    .map(({ idPlantilla, titulo, summary, request }) => {
      const { id, codigoMunicipio, fechaCreacion, lastUpdate, estado } = summary
      const facts = { id, titulo, codigoMunicipio, fechaCreacion, lastUpdate, estado }
      return { form: idPlantilla, line: { ...facts, status: request ?? 'approved' } as const }
    })
    .toSorted((one, other) => newestFirst(one.line, other.line))
}

/**
 * Held answers of the citizen's devices. Found with `changes` by author, because no index has held answers by author;
 * the last changed is last.
 */
async function readOwnHeld(store: Store, { session }: Visit): Promise<readonly Listed<OwnHeldLine>[]> {
  const followed = { collection: 'held', field: 'answer.authorId', values: [session.author] } as const
  const lines: Listed<OwnHeldLine>[] = []
  let after = 0
  for (let read = 0; read < MAX_LOOKED_AT; read += MAX_OWN_ANSWERS) {
    const { entries, position, more } = await store.changes({ ...followed, after, limit: MAX_OWN_ANSWERS })
    lines.push(...entries.flatMap(({ document }) => (document === undefined ? [] : toHeldLines(document))))
    if (!more) break
    after = position
  }
  return lines.toSorted((one, other) => newestFirst(one.line, other.line)).slice(0, MAX_OWN_ANSWERS)
}

function toHeldLines({ answer, reason, outcome }: HeldAnswer): readonly Listed<OwnHeldLine>[] {
  if (outcome.kind === 'accepted') return []
  const { id, titulo, fechaCreacion, idPlantilla } = answer
  const discarded = outcome.kind === 'discarded' ? outcome.reason : null
  return [{ form: idPlantilla, line: { id, titulo, fechaCreacion, reason, discarded } }]
}

function newestFirst(one: { readonly fechaCreacion: string }, other: { readonly fechaCreacion: string }): number {
  return other.fechaCreacion.localeCompare(one.fechaCreacion)
}

/** Translations of the titles. Summaries store one title; the form adds translations while its title is the same. */
async function readFormTitles(
  store: Store,
  lines: readonly Listed<unknown>[],
): Promise<(form: TemplateId, titulo: string) => Readonly<Record<string, string>>> {
  const forms = [...new Set(lines.map(({ form }) => form))].slice(0, MAX_FORMS)
  const found = await store.getMany(forms.map((form) => keys.template(form)))
  const known = new Map(forms.map((form) => [form, found.get(keys.template(form))]))
  return (form, titulo) => {
    const template = known.get(form)
    return template?.titulo === titulo ? pickAlternativeTitles(template) : {}
  }
}

function pickAlternativeTitles(template: FormTemplate): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(template).filter(([name]) => name.startsWith('tituloAlternativeLanguage_')),
  ) as Readonly<Record<string, string>>
}
