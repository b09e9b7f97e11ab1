import { type AuditAction, withAudit, type LoggedAction } from '#domain/audit/index.ts'
import {
  encodePlaceId,
  type Municipality,
  type MunicipalityListItem,
  type CountryListItem,
  type MunicipalitiesPage,
  type MunicipalitiesQuery,
} from '#domain/places/index.ts'
import {
  blockCountryUnit,
  blockMunicipalityUnit,
  listChangedFactNames,
  createCountryUnit,
  createMunicipalityUnit,
  createProvinceUnit,
  editMunicipalityUnit,
  renameCountryUnit,
  renameProvinceUnit,
  type PlaceActionResult,
  type PlaceRegister,
} from '#domain/places/judge/index.ts'
import {
  municipalityPathSchema,
  generateJobId,
  ok,
  refuse,
  toInstant,
  getCountry,
  MUNICIPALITIES_PAGE_SIZE as SIZE,
  getProvince,
  type CountryPath,
  type MunicipalityPath,
  type Result,
} from '#domain/kernel/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import type { Unit } from '#domain/store/index.ts'
import type { Requester, Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { parsePageBoundary, formatPageBoundary } from '../../paging.ts'
import { countForms, readPlaceRegister } from '../all-places.ts'
import { countBlockEffect } from '../reach.ts'

/** Sorts in Spanish order in every interface language: ñ after n, accents ignored. */
const NAME_COLLATOR = new Intl.Collator('es')

/** A municipality in the format of the administrators' list. */
function toMunicipalityLine(municipality: Municipality, { provinces, countries }: PlaceRegister): MunicipalityListItem {
  const { path, nombre, key, lastKeyNumber, idMuniCore, usarAWS, inhabilitado, ubicacion, renaming } = municipality
  const country = countries.find((eachCountry) => eachCountry.path === getCountry(path))
  return {
    id: encodePlaceId(path),
    path,
    nombre,
    key,
    lastKeyNumber,
    usarAWS,
    inhabilitado,
    provincia: provinces.find((province) => province.path === getProvince(path))?.nombre ?? '',
    pais: country?.nombre ?? '',
    countryCode: getLastSegment(getCountry(path)),
    countryBlocked: country?.inhabilitado === true,
    ...(idMuniCore === undefined ? {} : { idMuniCore }),
    ...(ubicacion === undefined ? {} : { ubicacion }),
    ...(renaming === undefined ? {} : { renaming }),
  }
}

type ListPosition = Pick<Municipality, 'nombre' | 'path'>

/**
 * A page of municipalities whose name, key or management id matches, ordered by name. `after` and `before` continue
 * another page.
 */
function buildMunicipalityPage(
  register: PlaceRegister,
  { nombre: query, after, before }: MunicipalitiesQuery,
): MunicipalitiesPage {
  const municipalities = register.municipalities
    .filter(
      ({ nombre, key, idMuniCore }) =>
        matchesSearch(nombre, query) || matchesSearch(key, query) || String(idMuniCore ?? '') === query.trim(),
    )
    .toSorted(comparePositions)
  const from = parseListPosition(before ?? after)
  const isAfterPosition = (position: ListPosition): boolean =>
    from === undefined ||
    (before === undefined ? comparePositions(position, from) > 0 : comparePositions(position, from) < 0)
  const rest = municipalities.filter(isAfterPosition)
  const cut = before === undefined ? rest.slice(0, SIZE) : rest.slice(-SIZE)
  const page = cut.length > 0 ? cut : municipalities.slice(0, SIZE)
  const [first, last] = [page.at(0), page.at(-1)]
  return {
    municipalities: page.map((municipality) => toMunicipalityLine(municipality, register)),
    total: municipalities.length,
    ...(last === undefined || last === municipalities.at(-1)
      ? {}
      : { next: formatPageBoundary(last.path, last.nombre) }),
    ...(first === undefined || first === municipalities.at(0)
      ? {}
      : { previous: formatPageBoundary(first.path, first.nombre) }),
  }
}

function comparePositions(a: ListPosition, b: ListPosition): number {
  return compareNames(a, b) || NAME_COLLATOR.compare(a.path, b.path)
}

function parseListPosition(place: string | undefined): ListPosition | undefined {
  const { key, value } = parsePageBoundary(place) ?? {}
  return key === undefined ? undefined : { path: key as MunicipalityPath, nombre: String(value) }
}

/** Countries and their provinces by name, with the number of municipalities in each province. */
function buildCountryLines({ countries, provinces, municipalities }: PlaceRegister): readonly CountryListItem[] {
  const counts = new Map<string, number>()
  for (const { path } of municipalities) counts.set(getProvince(path), (counts.get(getProvince(path)) ?? 0) + 1)
  return countries.toSorted(compareNames).map(({ path, nombre, inhabilitado }) => ({
    id: getLastSegment(path),
    nombre,
    inhabilitado,
    provincias: provinces
      .filter((province) => province.path.startsWith(`${path}/`))
      .toSorted(compareNames)
      .map((province) => ({
        id: encodePlaceId(province.path),
        nombre: province.nombre,
        municipios: counts.get(province.path) ?? 0,
      })),
  }))
}

function compareNames(a: { readonly nombre: string }, b: { readonly nombre: string }): number {
  return NAME_COLLATOR.compare(a.nombre, b.nombre)
}

function getLastSegment(country: string): string {
  return country.slice(country.lastIndexOf('/') + 1)
}

/** Maximum attempts when the places change during an attempt. */
const MAX_TRIES = 5

type Place = { readonly path: Parameters<typeof encodePlaceId>[0] }

/** Handlers for municipalities, provinces and countries, for administrators. */
export function createPlaceHandlers({ ports }: Core) {
  const { store, clock, random } = ports

  /** Commits a change of a place, with its audit entry. */
  async function act<T extends Place, R extends PlaceActionResult<T>>(
    unit: Unit<R>,
    action: AuditAction,
    { user, address }: Requester,
    changed: (place: T) => readonly string[] = () => [],
  ): Promise<R> {
    const entry = (result: R): LoggedAction => {
      const target = result.ok ? result.value.path : ''
      const municipality = municipalityPathSchema.safeParse(target).data
      const fields = result.ok ? changed(result.value).join(', ') : ''
      return {
        action,
        target,
        by: user,
        from: address,
        municipality,
        ...(fields === '' ? {} : { details: { fields } }),
      }
    }
    return store.commit(withAudit(unit, entry, toInstant(clock())))
  }

  /** Runs a unit with all places. Tries again when the places have changed. */
  async function place<T extends Place>(
    createUnit: (register: PlaceRegister) => Unit<PlaceActionResult<T>>,
    action: AuditAction,
    by: Requester,
    changed?: (place: T, register: PlaceRegister) => readonly string[],
  ): Promise<Result<T>> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const register = await readPlaceRegister(store)
      const placed = await act<T, PlaceActionResult<T>>(
        createUnit(register),
        action,
        by,
        (after) => changed?.(after, register) ?? [],
      )
      if (placed.ok || !('stale' in placed)) return placed
    }
    return refuse('server.busy')
  }

  async function buildLineReply(result: Result<Municipality>): Promise<Result<{ municipality: MunicipalityListItem }>> {
    return result.ok ? ok({ municipality: toMunicipalityLine(result.value, await readPlaceRegister(store)) }) : result
  }

  async function listMunicipalitiesIn(country: CountryPath): Promise<readonly MunicipalityPath[]> {
    const { municipalities } = await readPlaceRegister(store)
    return municipalities.map(({ path }) => path).filter((path) => path.startsWith(`${country}/`))
  }

  return {
    async listMunicipalities({ query }) {
      return ok(buildMunicipalityPage(await readPlaceRegister(store), query))
    },

    async createMunicipality({ body: { id, province, ...wish }, ...by }) {
      const unit = (register: PlaceRegister) =>
        createMunicipalityUnit({ id, province, input: wish }, register, by.user.id)
      return buildLineReply(await place(unit, 'municipality.created', by))
    },

    async editMunicipality({ params: { id }, body, ...by }) {
      const forms = await countForms(store, id)
      const followUp = { now: toInstant(clock()), forms, jobId: generateJobId(random(16)) }
      const unit = (register: PlaceRegister) =>
        editMunicipalityUnit({ path: id, input: body }, register, by.user.id, followUp)
      return buildLineReply(await place(unit, 'municipality.changed', by, listChangedFactNamesSince))
    },

    async reachOfMunicipality({ params: { id } }) {
      const known = await store.get(id)
      return known === undefined ? refuse('place.missing') : ok(await countBlockEffect(ports, [id]))
    },

    async blockMunicipality({ params: { id }, body: { inhabilitado }, ...by }) {
      const action = inhabilitado ? 'municipality.blocked' : 'municipality.unblocked'
      return buildLineReply(await act(blockMunicipalityUnit(id, inhabilitado, by.user.id), action, by))
    },

    async listCountries() {
      return ok({ countries: [...buildCountryLines(await readPlaceRegister(store))] })
    },

    async createCountry({ body: { code, nombre }, ...by }) {
      return toPlaceIdReply(await act(createCountryUnit(code, nombre, by.user.id), 'country.created', by))
    },

    async renameCountry({ params: { id }, body, ...by }) {
      return toPlaceIdReply(await act(renameCountryUnit(id, body.nombre, by.user.id), 'country.changed', by))
    },

    async reachOfCountry({ params: { id } }) {
      const known = await store.get(id)
      return known === undefined
        ? refuse('place.missing')
        : ok(await countBlockEffect(ports, await listMunicipalitiesIn(id)))
    },

    async blockCountry({ params: { id }, body: { inhabilitado }, ...by }) {
      const action = inhabilitado ? 'country.blocked' : 'country.unblocked'
      return toPlaceIdReply(await act(blockCountryUnit(id, inhabilitado, by.user.id), action, by))
    },

    async createProvince({ body: { id, country, nombre }, ...by }) {
      const unit = (register: PlaceRegister) => createProvinceUnit({ id, country, nombre }, register, by.user.id)
      return toPlaceIdReply(await place(unit, 'province.created', by))
    },

    async renameProvince({ params: { id }, body: { nombre }, ...by }) {
      const unit = (register: PlaceRegister) => renameProvinceUnit(id, nombre, register, by.user.id)
      return toPlaceIdReply(await place(unit, 'province.changed', by))
    },
  } satisfies PartialHandlers
}

/** Names of the fields that an edit has changed, for the audit log, which stores no values. */
function listChangedFactNamesSince(after: Municipality, { municipalities }: PlaceRegister): readonly string[] {
  const before = municipalities.find(({ path }) => path === after.path)
  return before === undefined ? [] : listChangedFactNames(before, after)
}

function toPlaceIdReply(result: Result<Place>): Result<{ id: string }> {
  return result.ok ? ok({ id: encodePlaceId(result.value.path) }) : result
}
