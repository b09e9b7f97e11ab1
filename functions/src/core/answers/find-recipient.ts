import { actorOfUser, can } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import { comparableIdNumber, RECIPIENT_SEARCH_PAGE_SIZE } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { toAnswersLine, type ListedAnswer, type RecipientPage, type RecipientQuery } from '#domain/answers/index.ts'
import { queryPage } from '../paging.ts'
import type { Entry, Store } from '../ports.ts'
import { createQueryable } from './among.ts'

/** Maximum answers read about one person, in the order of their keys. */
const MAX_ANSWERS_READ = 2_000

/**
 * The answers about a person or legal entity in this user's areas, of forms that still exist, newest first. Roles with
 * wider access are also limited to their areas (part 3, point 6). Roles that see only their own answers find only
 * those.
 */
export async function findRecipientAnswers(store: Store, user: User, asked: RecipientQuery): Promise<RecipientPage> {
  const { kind, number, after, before } = asked
  const found = await store.query({
    collection: 'respuestas_formularios',
    where: { [kind === 'dni' ? 'listing.dni' : 'listing.cuit']: comparableIdNumber(number) },
    summaries: true,
    limit: MAX_ANSWERS_READ,
  })
  const entries = await dropDeletedForms(
    store,
    found.filter(({ document }) => isFor(user, document)),
  )
  const creationMoment = ({ summary }: ListedAnswer): string => summary.fechaCreacion
  const source = createQueryable(entries, creationMoment)
  const ask = (size: number, places: { readonly after?: string | undefined; readonly before?: string | undefined }) =>
    queryPage(source, {
      query: { collection: 'respuestas_formularios' },
      summaries: true,
      order: { field: 'fechaCreacion', descending: true },
      valueOf: creationMoment,
      size,
      ...places,
    })
  const [newest, page] = await Promise.all([ask(1, {}), ask(RECIPIENT_SEARCH_PAGE_SIZE, { after, before })])
  const { entries: shown, ...places } = page
  return {
    recipient: recipientIn(newest.entries[0]?.document),
    answers: shown.map(({ document }) => ({
      ...toAnswersLine(document),
      template: document.idPlantilla,
      titulo: document.titulo,
    })),
    total: entries.length,
    ...places,
  }
}

function isFor(user: User, document: ListedAnswer): boolean {
  return (
    document.areas.some((area) => user.areas.includes(area)) &&
    can(actorOfUser(user), 'read', { kind: 'respuesta', document })
  )
}

async function dropDeletedForms(
  store: Store,
  entries: readonly Entry<ListedAnswer>[],
): Promise<readonly Entry<ListedAnswer>[]> {
  const forms = [...new Set(entries.map(({ document }) => document.idPlantilla))]
  const found = await store.getMany(forms.map((id) => keys.template(id)))
  const living = new Set(forms.filter((id) => found.get(keys.template(id))?.deleted === false))
  return entries.filter(({ document }) => living.has(document.idPlantilla))
}

function recipientIn(document: ListedAnswer | undefined): RecipientPage['recipient'] {
  if (document?.datosCiudadano === undefined) return null
  const { nombre, apellido, dni, cuit, email, tipo } = document.datosCiudadano
  return { nombre, apellido, dni, cuit, email, tipo }
}
