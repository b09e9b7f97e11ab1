/**
 * Validates the query string. Uses no schema library, which the first screen would have to load. Drops invalid values.
 */
type RawSearchParams = Record<string, unknown>

function parseText(value: unknown, max: number): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' && value.length <= max ? value : undefined
}

/** Parses parameters of at most 64 characters. */
function parseShortTexts<Name extends string>(raw: RawSearchParams, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, parseText(raw[name], 64)])) as Record<Name, string | undefined>
}

function parsePage(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 1 && number < 100_000 ? number : undefined
}

/** Sets unknown parameters to undefined, because the router would pass them to the screen unchecked. */
function keepGivenParameters<T extends RawSearchParams>(
  raw: RawSearchParams,
  search: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const stranger = Object.keys(raw).map((name) => [name, undefined])
  return { ...Object.fromEntries(stranger), ...search } as never
}

/** `volver` is the address to open after signing in. `motivo` is `cerrada` if the session was ended elsewhere. */
export function parseLoginSearch(raw: RawSearchParams) {
  const motivo = raw['motivo'] === 'cerrada' ? ('cerrada' as const) : undefined
  return keepGivenParameters(raw, { volver: parseText(raw['volver'], 2000), motivo })
}

/**
 * `nombre`, `municipio`, `area`: filters. `pagina`: page number, missing for page 1. `respuesta`: code or reference of
 * an answer just saved. `copiar`: form to copy.
 */
export function parseFormsListSearch(raw: RawSearchParams) {
  return keepGivenParameters(raw, {
    nombre: parseText(raw['nombre'], 200),
    municipio: parseText(raw['municipio'], 400),
    area: parseText(raw['area'], 400),
    pagina: parsePage(raw['pagina']),
    respuesta: parseText(raw['respuesta'], 64),
    copiar: parseText(raw['copiar'], 64),
  })
}

/** `pagina`: page number, missing for page 1. `codigo`: code or reference to find in the list. */
export function parseAnswersListSearch(raw: RawSearchParams) {
  return keepGivenParameters(raw, { pagina: parsePage(raw['pagina']), codigo: parseText(raw['codigo'], 64) })
}

/**
 * Filters: `codigo` (search text), `autor`, `dni`, `estado` (one or several), `dia`, `desde`, `hasta`
 * (days), `huso` (time zone of the days), `periodo` (period relative to today), `espera`, `pago`, `area`, `opciones`
 * (selected bars of the statistics), `valores` (other conditions on questions). Order: `por`, `orden`. Pages: `filas`
 * (rows per page), `despues`, `antes` (cursors). View: `vista` (`mapa` for the map), `zona` (part of the map),
 * `columnas` (questions as columns).
 */
export function parseFormAnswersSearch(raw: RawSearchParams) {
  const filters = [
    'dni',
    'dia',
    'desde',
    'hasta',
    'huso',
    'periodo',
    'por',
    'espera',
    'pago',
    'orden',
    'filas',
    'vista',
    'zona',
  ] as const
  return keepGivenParameters(raw, {
    ...parseAnswersListSearch(raw),
    autor: parseText(raw['autor'], 200),
    estado: parseText(raw['estado'], 200),
    area: parseText(raw['area'], 400),
    opciones: parseText(raw['opciones'], 1200),
    valores: parseText(raw['valores'], 2000),
    columnas: parseText(raw['columnas'], 400),
    ...parseShortTexts(raw, filters),
    despues: parseText(raw['despues'], 900),
    antes: parseText(raw['antes'], 900),
  })
}

/**
 * Most filters of the answers list. `area`: area to count. `opciones`: selected bars. `comparar`: comparison. `cruce`:
 * cross-table. `zona`: part of the map.
 */
export function parseStatisticsSearch(raw: RawSearchParams) {
  const { codigo, autor, dni, estado, dia, desde, hasta, por, espera, pago, zona, area, opciones } =
    parseFormAnswersSearch(raw)
  return keepGivenParameters(raw, {
    codigo,
    autor,
    dni,
    estado,
    dia,
    desde,
    hasta,
    por,
    espera,
    pago,
    zona,
    area,
    opciones,
    comparar: parseText(raw['comparar'], 400),
    cruce: parseText(raw['cruce'], 64),
  })
}

/** `mes`: the requested month, `2026-11` */
export function parseMonthSearch(raw: RawSearchParams) {
  return keepGivenParameters(raw, { mes: parseText(raw['mes'], 7) })
}

/** `tipo` and `numero` of the recipient to find. `despues` and `antes`: cursors of a page. */
export function parseHomeSearch(raw: RawSearchParams) {
  return keepGivenParameters(raw, {
    ...parseCursorSearch(raw),
    tipo: parseText(raw['tipo'], 8),
    numero: parseText(raw['numero'], 32),
  })
}

/** `despues` and `antes`: cursors of a page */
export function parseCursorSearch(raw: RawSearchParams) {
  return keepGivenParameters(raw, { despues: parseText(raw['despues'], 900), antes: parseText(raw['antes'], 900) })
}

/** `desde`: the source of a new form, which is the id of the form to copy, or `archivo` for a file */
export function parseEditorSearch(raw: RawSearchParams) {
  return keepGivenParameters(raw, { desde: parseText(raw['desde'], 64) })
}

/** `borrador`: the draft to continue. `citizenHash`: the citizen of a new answer. */
export function parseAnsweringSearch(raw: RawSearchParams) {
  return keepGivenParameters(raw, {
    borrador: parseText(raw['borrador'], 26),
    citizenHash: parseText(raw['citizenHash'], 500),
  })
}

/** `usuario`, `acto`, `desde`, `hasta` (days): filters. `antes`: only entries before this number. */
export function parseAuditSearch(raw: RawSearchParams) {
  return keepGivenParameters(raw, {
    usuario: parseText(raw['usuario'], 200),
    acto: parseText(raw['acto'], 60),
    desde: parseText(raw['desde'], 10),
    hasta: parseText(raw['hasta'], 10),
    antes: parseText(raw['antes'], 12),
  })
}

/**
 * `buscar`: search text of the list. `orden`: sort order of users and payment orders. `despues`, `antes`: cursors of a
 * page. Filters: `municipio`, for users `area`, `rol` and `estado`, for payment orders `estado`, `medio`, `formulario`,
 * `desde` and `hasta` (days).
 */
export function parseAdministrationSearch(raw: RawSearchParams) {
  return keepGivenParameters(raw, {
    ...parseCursorSearch(raw),
    buscar: parseText(raw['buscar'], 200),
    municipio: parseText(raw['municipio'], 400),
    area: parseText(raw['area'], 400),
    ...parseShortTexts(raw, ['orden', 'rol', 'estado', 'medio', 'formulario', 'desde', 'hasta'] as const),
  })
}
