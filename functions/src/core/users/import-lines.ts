import {
  type User,
  roleSchema,
  normaliseEmail,
  normaliseUsername,
  type ImportedUserLine,
  type UserImportLine,
  type NewUser,
} from '#domain/users/index.ts'
import {
  areaPathSchema,
  municipalityPathSchema,
  generateUserId,
  ok,
  refuse,
  type AreaPath,
  type Language,
  type MunicipalityPath,
  type Problem,
  type Result,
} from '#domain/kernel/index.ts'
import { listChangedUserFields, canActOnUser, type UserResult } from '#domain/users/judge/index.ts'
import { normaliseForSearch } from '#domain/search/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Ports, Store } from '../ports.ts'
import { editUserAccount } from './change-user.ts'
import type { Requester } from '../context.ts'
import { createUserAccount, type UserWriteMode } from './create-user.ts'

type Importing = { readonly by: Requester; readonly how: UserWriteMode; readonly language: Language }

/** Lines processed concurrently. Each may call the management system. */
const MAX_PARALLEL = 8

/** Imports the lines of a file of users. Each line is stored or refused independently of the others. */
export async function importUserLines(
  ports: Ports,
  lines: readonly UserImportLine[],
  importing: Importing,
): Promise<ImportedUserLine[]> {
  const importedLines: ImportedUserLine[] = []
  const places = createPlaces(ports.store, importing.by.user.municipalityPath)
  for (let i = 0; i < lines.length; i += MAX_PARALLEL)
    importedLines.push(
      ...(await Promise.all(
        lines.slice(i, i + MAX_PARALLEL).map((line) => importLine(ports, line, places, importing)),
      )),
    )
  return importedLines
}

async function importLine(
  ports: Ports,
  line: UserImportLine,
  places: Places,
  importing: Importing,
): Promise<ImportedUserLine> {
  const [entry] = await ports.store.query({
    collection: 'usuarios',
    where: { userMuniCore: normaliseUsername(line.username) },
    limit: 1,
  })
  const knownUser = entry?.document
  const typed = await parseImportLine(line, places, knownUser?.areas ?? [])
  if (!typed.ok) return toRefusedLine(line, typed.problem)
  return knownUser === undefined
    ? createLine(ports, line, typed.value, importing)
    : changeLine(ports, line, { known: knownUser, user: typed.value }, importing)
}

async function createLine(
  ports: Ports,
  line: UserImportLine,
  user: NewUser,
  { by, how, language }: Importing,
): Promise<ImportedUserLine> {
  const result = await createUserAccount(ports, { id: generateUserId(ports.random(16)), user, language }, by, how)
  return result.ok ? { line: line.line, kind: 'created' } : toRefusedLine(line, result.problem)
}

/** Edits an existing user. If the importer may not see that user, refuses as for a taken name. */
async function changeLine(
  ports: Ports,
  line: UserImportLine,
  { known, user }: { readonly known: User; readonly user: NewUser },
  { by, how }: Importing,
): Promise<ImportedUserLine> {
  if (!canActOnUser(by.user, 'read', known)) return toRefusedLine(line, { code: 'user.exists' })
  const { firstName, lastName, inspectorID, roles, areas, email } = user
  if (normaliseEmail(email) !== known.email) return toRefusedLine(line, { code: 'user.email-fixed' })
  const edit = { firstName, lastName, inspectorID, roles, areas, seen: known.lastUpdate ?? null }
  const result: UserResult = await editUserAccount(ports, { id: known.id, edit }, by, how)
  if (!result.ok) return toRefusedLine(line, result.problem)
  const fields = [...listChangedUserFields(known, result.value)]
  return fields.length === 0 ? { line: line.line, kind: 'same' } : { line: line.line, kind: 'changed', fields }
}

/**
 * Parses a line's role, municipality and areas. Refuses with user.one-role, user.role-unknown,
 * user.municipality-unknown and user.area-unknown.
 */
async function parseImportLine(
  line: UserImportLine,
  places: Places,
  had: readonly AreaPath[],
): Promise<Result<NewUser>> {
  const codes = line.role
    .split(/[|,;]/)
    .map((code) => code.trim())
    .filter((code) => code !== '')
  if (codes.length > 1) return refuse('user.one-role')
  const role = roleSchema.safeParse(codes[0]?.toUpperCase())
  if (codes.length === 1 && !role.success) return refuse('user.role-unknown')
  const municipality = await places.municipality(line.municipality.trim())
  if (municipality === undefined) return refuse('user.municipality-unknown')
  const names = line.areas
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const areas = await places.areas(municipality, names, had)
  if (areas === undefined) return refuse('user.area-unknown')
  const { email, username, firstName, lastName, legajo } = line
  return ok({
    email,
    firstName,
    lastName,
    areas,
    userMuniCore: username,
    inspectorID: legajo,
    roles: role.success ? [role.data] : [],
  })
}

type Places = {
  municipality(named: string): Promise<MunicipalityPath | undefined>
  /**
   * @param had the user's current areas, preferred among areas of the same name
   * @returns undefined when a name is unknown or ambiguous
   */
  areas(
    municipality: MunicipalityPath,
    named: readonly string[],
    had: readonly AreaPath[],
  ): Promise<readonly AreaPath[] | undefined>
}

/** Finds municipalities and areas by typed names, cached for one request. */
function createPlaces(store: Store, ownMunicipalityPath: MunicipalityPath): Places {
  const municipalities = new Map<string, Promise<MunicipalityPath | undefined>>()
  const areas = new Map<MunicipalityPath, Promise<ReadonlyMap<string, readonly AreaPath[]>>>()

  async function findMunicipality(named: string): Promise<MunicipalityPath | undefined> {
    if (named === '') return ownMunicipalityPath
    const path = municipalityPathSchema.safeParse(named)
    if (path.success) return (await store.get(keys.municipality(path.data)))?.path
    const where = /^\d{1,15}$/.test(named) ? { idMuniCore: Number(named) } : { nombre: named }
    const found = await store.query({ collection: 'municipios', where, limit: 2 })
    const [one, another] = found.map(({ document }) => document)
    return another === undefined ? one?.path : undefined
  }

  async function findAreas(municipality: MunicipalityPath): Promise<ReadonlyMap<string, readonly AreaPath[]>> {
    const entries = await store.query({
      collection: 'areas_municipales',
      containsAny: { field: 'listing.terms', values: [municipality] },
      limit: 10_000,
    })
    const named = new Map<string, readonly AreaPath[]>()
    for (const { key, document } of entries) {
      const name = normaliseForSearch(String(document['nombre'])).trim()
      named.set(name, [...(named.get(name) ?? []), key as AreaPath])
    }
    // A name `#id` means the area with this id, even if another area has such a name.
    for (const { key } of entries) named.set(`#${key.slice(key.lastIndexOf('/') + 1)}`, [key as AreaPath])
    return named
  }

  const memoiseByKey = <K, V>(map: Map<K, Promise<V>>, key: K, find: (key: K) => Promise<V>): Promise<V> => {
    const known = map.get(key) ?? find(key)
    map.set(key, known)
    return known
  }

  return {
    municipality: (named) => memoiseByKey(municipalities, named, findMunicipality),
    areas: async (municipality, names, had) => {
      const areasByName = await memoiseByKey(areas, municipality, findAreas)
      const paths = names.flatMap((name): readonly AreaPath[] => {
        const path = areaPathSchema.safeParse(name)
        // Existence and access are checked later, with the user.
        if (path.success) return [path.data]
        const areaPaths = areasByName.get(`#${name}`) ?? areasByName.get(normaliseForSearch(name).trim()) ?? []
        return areaPaths.length < 2 ? areaPaths : areaPaths.filter((areaPath) => had.includes(areaPath))
      })
      return paths.length === names.length ? [...new Set(paths)] : undefined
    },
  }
}

function toRefusedLine({ line }: UserImportLine, problem: Problem): ImportedUserLine {
  return { line, kind: 'refused', problem }
}
