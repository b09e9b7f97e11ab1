import { Hono } from 'hono'
import { z } from 'zod'

/** Assets: a street light at each crossing of a grid, with a tree and a drain nearby, so that every point has some. */
const KINDS = [
  { letter: 'L', type: 'Luminaria', name: 'Columna', aside: 0 },
  { letter: 'A', type: 'Árbol', name: 'Ejemplar', aside: 0.0003 },
  { letter: 'D', type: 'Desagüe', name: 'Boca de tormenta', aside: -0.0004 },
] as const
/** Crossings per degree: about a hundred metres apart. */
const GRID = 1000
const ID = /^([LAD])(-?\d{1,6})x(-?\d{1,6})$/

/** The assets at the crossing nearest to a point. */
function listAssetsNear({ latitud, longitud }: { readonly latitud: string; readonly longitud: string }) {
  const [row, column] = [Math.round(Number(latitud) * GRID), Math.round(Number(longitud) * GRID)]
  return KINDS.map(({ letter }) => `${letter}${row}x${column}`).flatMap((id) => {
    const asset = buildAsset(id)
    if (asset === undefined) return []
    const { tipoIdentificador, geometria, ...facts } = asset
    return [
      {
        ...facts,
        descripcionIdentificadorTipo: tipoIdentificador,
        iconoUrl: '',
        geolocalizaciones: geometria.geolocalizacion,
      },
    ]
  })
}

/** @returns undefined for an unknown id */
function buildAsset(id: string) {
  const [, letter, row, column] = ID.exec(id) ?? []
  const kind = KINDS.find((item) => item.letter === letter)
  if (kind === undefined) return undefined
  const number = Math.abs(Number(row) * 31 + Number(column)) % 9000
  return {
    idIdentificador: id,
    descripcion: `${kind.name} ${1000 + number}`,
    tipoIdentificador: kind.type,
    direccion: `Esquina ${row} y ${column}`,
    geometria: { geolocalizacion: [{ latitud: Number(row) / GRID, longitud: Number(column) / GRID + kind.aside }] },
  }
}

/** Areas of every user. The last one always fails, to show the editor's error message. */
const AREAS = [
  { areaId: '101', areaDescripcion: 'Atención al Vecino' },
  { areaId: '102', areaDescripcion: 'Inspección General' },
  { areaId: '103', areaDescripcion: 'Alumbrado Público' },
  { areaId: '104', areaDescripcion: 'Espacios Verdes' },
  { areaId: '105', areaDescripcion: 'Defensa Civil' },
  { areaId: '199', areaDescripcion: 'Fuera de servicio (demostración)' },
] as const
const OUT_OF_SERVICE = '199'
const FIRST_INCIDENT = 80_001
/** Usernames that are unknown, and for which the service is unavailable, to show the messages. */
const [UNKNOWN, FAILING] = ['desconocido', 'fuera-de-servicio']

const typeSchema = z.object({
  username: z.string().min(1),
  areaId: z.string().min(1),
  titulo: z.string().min(1).max(75),
  publico: z.boolean(),
})

const nearSchema = z.object({
  latitud: z.string(),
  longitud: z.string(),
  tipoIncidenteId: z.string().min(1),
  username: z.string().min(1),
  radio: z.literal('1'),
})
const assetRequestSchema = z.object({ idIdentifier: z.string().min(1), username: z.string().min(1) })

const incidentSchema = z.object({
  username: z.string().min(1),
  areaId: z.string().min(1),
  idTipoIncidente: z.string().min(1),
  titulo: z.string(),
  codigo: z.string(),
})

/** An incident stored by the simulation. */
export type SandboxIncident = z.infer<typeof incidentSchema> & { readonly id: string }

/**
 * Simulates the system, by the contract in functions/src/connectors/municipal-system.ts. Created data is lost when it
 * stops.
 * @param incidents receives the created incidents
 */
export function createMunicipalSystemStandIn(incidents: SandboxIncident[] = []): Hono {
  const known = new Map<string, string>()
  const types = new Map<string, string>()
  const answered = new Map<string, string>()
  const app = new Hono()

  app.get('/municipios/:id/usuarios/:username', (c) => {
    const username = c.req.param('username')
    if (username.startsWith(FAILING)) return c.json({ error: 'fuera de servicio' }, 503)
    return c.json({ existe: !username.startsWith(UNKNOWN) })
  })

  app.get('/usuarios/:username/areas', (c) => c.json({ areas: AREAS }))

  app.post('/tipos-incidencia', async (c) => {
    const request = typeSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!request.success) return c.json({ error: 'datos inválidos' }, 400)
    const { areaId, titulo } = request.data
    if (areaId === OUT_OF_SERVICE) return c.json({ error: 'fuera de servicio' }, 503)
    if (!AREAS.some((area) => area.areaId === areaId)) return c.json({ error: 'área desconocida' }, 422)
    const key = c.req.header('idempotency-key')
    const earlier = key === undefined ? undefined : answered.get(key)
    if (earlier !== undefined) return c.json({ id: earlier }, 200)
    const name = `${areaId}/${titulo.trim().toLowerCase()}`
    if (types.has(name)) return c.json({ error: 'ya existe un tipo con ese nombre' }, 409)
    const id = String(5001 + types.size)
    types.set(name, id)
    if (key !== undefined) answered.set(key, id)
    return c.json({ id }, 201)
  })

  app.post('/getIdentifiers', async (c) => {
    const request = nearSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!request.success) return c.json({ status: 'fail' }, 400)
    if (request.data.username.startsWith(FAILING)) return c.json({ status: 'fail' }, 503)
    return c.json({ status: 'ok', result: listAssetsNear(request.data) })
  })

  app.post('/getIdentifierDataById', async (c) => {
    const request = assetRequestSchema.safeParse(await c.req.json().catch(() => undefined))
    const asset = request.success ? buildAsset(request.data.idIdentifier) : undefined
    return asset === undefined ? c.json({ status: 'fail' }, 404) : c.json({ status: 'ok', result: asset })
  })

  app.post('/incidencias', async (c) => {
    const request = incidentSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!request.success) return c.json({ error: 'datos inválidos' }, 400)
    const { areaId, username } = request.data
    if (areaId === OUT_OF_SERVICE || username.startsWith(FAILING)) return c.json({ error: 'fuera de servicio' }, 503)
    if (username.startsWith(UNKNOWN) || !AREAS.some((area) => area.areaId === areaId))
      return c.json({ error: 'usuario o área desconocidos' }, 422)
    const key = c.req.header('idempotency-key') ?? ''
    const earlier = known.get(key)
    if (earlier !== undefined) return c.json({ id: earlier }, 200)
    const id = String(FIRST_INCIDENT + incidents.length)
    incidents.push({ ...request.data, id })
    known.set(key, id)
    return c.json({ id }, 201)
  })

  return app
}
