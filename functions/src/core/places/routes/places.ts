import { type AuditAction, withAudit, type AuditAct } from '#domain/audit/index.ts'
import { type Municipality, placeIdOf, type MunicipalityLine } from '#domain/places/index.ts'
import {
  blockCountryUnit,
  blockMunicipalityUnit,
  changedFacts,
  createCountryUnit,
  createMunicipalityUnit,
  createProvinceUnit,
  editMunicipalityUnit,
  renameCountryUnit,
  renameProvinceUnit,
  type Placed,
  type Register,
} from '#domain/places/judge/index.ts'
import {
  municipalityPathSchema,
  newJobId,
  ok,
  refuse,
  toInstant,
  type CountryPath,
  type MunicipalityPath,
  type Result,
} from '#domain/kernel/index.ts'
import type { Unit } from '#domain/store/index.ts'
import type { By, Core } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { formsOf, readRegister } from '../all-places.ts'
import { countryLines, lineOf, municipalityPage } from '../lines.ts'
import { reachOf } from '../reach.ts'

/** Maximum attempts when the places change during an attempt. */
const MAX_TRIES = 5

type Place = { readonly path: Parameters<typeof placeIdOf>[0] }

/** Handlers for municipalities, provinces and countries, for administrators. */
export function placesHandlers({ ports }: Core) {
  const { store, clock, random } = ports

  /** Commits a change of a place, with its audit entry. */
  async function act<T extends Place, R extends Placed<T>>(
    unit: Unit<R>,
    action: AuditAction,
    { user, address }: By,
    changed: (place: T) => readonly string[] = () => [],
  ): Promise<R> {
    const entry = (result: R): AuditAct => {
      const target = result.ok ? result.value.path : ''
      const municipality = municipalityPathSchema.safeParse(target).data
      const fields = result.ok ? changed(result.value).join(' ') : ''
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
    unitBy: (register: Register) => Unit<Placed<T>>,
    action: AuditAction,
    by: By,
    changed?: (place: T, register: Register) => readonly string[],
  ): Promise<Result<T>> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const register = await readRegister(store)
      const placed = await act<T, Placed<T>>(unitBy(register), action, by, (after) => changed?.(after, register) ?? [])
      if (placed.ok || !('stale' in placed)) return placed
    }
    return refuse('server.busy')
  }

  async function lineReply(done: Result<Municipality>): Promise<Result<{ municipality: MunicipalityLine }>> {
    return done.ok ? ok({ municipality: lineOf(done.value, await readRegister(store)) }) : done
  }

  async function municipalitiesIn(country: CountryPath): Promise<readonly MunicipalityPath[]> {
    const { municipalities } = await readRegister(store)
    return municipalities.map(({ path }) => path).filter((path) => path.startsWith(`${country}/`))
  }

  return {
    async listMunicipalities({ query }) {
      return ok(municipalityPage(await readRegister(store), query))
    },

    async createMunicipality({ body: { id, province, ...wish }, ...by }) {
      const unit = (register: Register) => createMunicipalityUnit({ id, province, wish }, register, by.user.id)
      return lineReply(await place(unit, 'municipality.created', by))
    },

    async editMunicipality({ params: { id }, body, ...by }) {
      const forms = await formsOf(store, id)
      const followUp = { now: toInstant(clock()), forms, jobId: newJobId(random(16)) }
      const unit = (register: Register) =>
        editMunicipalityUnit({ path: id, wish: body }, register, by.user.id, followUp)
      return lineReply(await place(unit, 'municipality.changed', by, changedSince))
    },

    async reachOfMunicipality({ params: { id } }) {
      const known = await store.get(id)
      return known === undefined ? refuse('place.missing') : ok(await reachOf(ports, [id]))
    },

    async blockMunicipality({ params: { id }, body: { inhabilitado }, ...by }) {
      const action = inhabilitado ? 'municipality.blocked' : 'municipality.unblocked'
      return lineReply(await act(blockMunicipalityUnit(id, inhabilitado, by.user.id), action, by))
    },

    async listCountries() {
      return ok({ countries: [...countryLines(await readRegister(store))] })
    },

    async createCountry({ body: { code, nombre }, ...by }) {
      return idOf(await act(createCountryUnit(code, nombre, by.user.id), 'country.created', by))
    },

    async renameCountry({ params: { id }, body, ...by }) {
      return idOf(await act(renameCountryUnit(id, body.nombre, by.user.id), 'country.changed', by))
    },

    async reachOfCountry({ params: { id } }) {
      const known = await store.get(id)
      return known === undefined ? refuse('place.missing') : ok(await reachOf(ports, await municipalitiesIn(id)))
    },

    async blockCountry({ params: { id }, body: { inhabilitado }, ...by }) {
      const action = inhabilitado ? 'country.blocked' : 'country.unblocked'
      return idOf(await act(blockCountryUnit(id, inhabilitado, by.user.id), action, by))
    },

    async createProvince({ body: { id, country, nombre }, ...by }) {
      const unit = (register: Register) => createProvinceUnit({ id, country, nombre }, register, by.user.id)
      return idOf(await place(unit, 'province.created', by))
    },

    async renameProvince({ params: { id }, body: { nombre }, ...by }) {
      const unit = (register: Register) => renameProvinceUnit(id, nombre, register, by.user.id)
      return idOf(await place(unit, 'province.changed', by))
    },
  } satisfies SomeHandlers
}

/** Names of the fields that an edit has changed, for the audit log, which stores no values. */
function changedSince(after: Municipality, { municipalities }: Register): readonly string[] {
  const before = municipalities.find(({ path }) => path === after.path)
  return before === undefined ? [] : changedFacts(before, after)
}

function idOf(done: Result<Place>): Result<{ id: string }> {
  return done.ok ? ok({ id: placeIdOf(done.value.path) }) : done
}
