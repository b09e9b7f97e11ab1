import { Hono } from 'hono'
import { z } from 'zod'

type Person = Readonly<Record<'id' | 'nombre' | 'apellido' | 'dni' | 'email' | 'telefono' | 'calle', string>>

const UNKNOWN = { email: '', telefono: '', calle: '' }

/** Invented citizens that every municipality of the simulation knows. */
const KNOWN: readonly Person[] = [
  {
    ...UNKNOWN,
    id: '9001',
    dni: '30111222',
    nombre: 'Rosa',
    apellido: 'Leiva',
    email: 'rosa.leiva@example.org',
    calle: 'Belgrano 120',
  },
  { ...UNKNOWN, id: '9002', dni: '28456789', nombre: 'Héctor Luis', apellido: "D'Angelo", telefono: '+543514123456' },
  {
    ...UNKNOWN,
    id: '9003',
    dni: '30712345671',
    nombre: 'Panadería La Espiga S.R.L.',
    apellido: 'Dummy',
    calle: 'San Martín 455',
  },
]
/** A number for which the simulation fails, to show the error message. */
const FAILING = '99999999'
/** Hash of the first citizen, to try a URL with it. */
const HASHES: Readonly<Record<string, string>> = { 'hash-de-rosa': '9001' }

const textSchema = z.string().max(255)
const soughtSchema = z.union([
  z.strictObject({ dni: z.string().min(1).max(20) }),
  z.strictObject({ hash: z.string().min(1).max(500) }),
])
const newSchema = z.strictObject({
  nombre: textSchema.min(1),
  apellido: textSchema.min(1),
  dni: z.string().min(1).max(20),
  email: textSchema,
  telefono: textSchema,
  calle: textSchema,
  tipoDocumentoId: z.union([z.literal(1), z.literal(11)]),
})

/**
 * Simulates the registry, by the contract in functions/src/connectors/citizen-registry.ts. Created citizens are lost
 * when it stops.
 */
export function createCitizenRegistryStandIn(): Hono {
  const created = new Map<string, Person>()
  const answered = new Map<string, Person>()
  const app = new Hono()
  const findPersonByNumber = (municipality: string, dni: string): Person | undefined =>
    created.get(`${municipality}/${dni}`) ?? KNOWN.find((item) => item.dni === dni)

  app.post('/municipios/:id/ciudadanos/busqueda', async (c) => {
    const parsed = soughtSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ message: 'datos inválidos' }, 400)
    if ('hash' in parsed.data) {
      const id = HASHES[parsed.data.hash]
      return c.json({ ciudadano: KNOWN.find((item) => item.id === id) ?? null })
    }
    if (parsed.data.dni === FAILING) return c.json({ message: 'fuera de servicio' }, 503)
    return c.json({ ciudadano: findPersonByNumber(c.req.param('id'), parsed.data.dni) ?? null })
  })

  app.post('/municipios/:id/ciudadanos', async (c) => {
    const parsed = newSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ message: 'datos inválidos' }, 422)
    const { tipoDocumentoId: _, ...facts } = parsed.data
    if (facts.dni === FAILING) return c.json({ message: 'fuera de servicio' }, 503)
    const sent = c.req.header('idempotency-key')
    const key = sent === undefined ? undefined : `${c.req.param('id')}/${sent}`
    const earlier = key === undefined ? undefined : answered.get(key)
    if (earlier !== undefined) return c.json(toRegistryReply(earlier), 200)
    if (findPersonByNumber(c.req.param('id'), facts.dni) !== undefined)
      return c.json({ message: 'Ya existe un ciudadano con ese número' }, 409)
    const made = { id: String(9101 + created.size), ...facts }
    created.set(`${c.req.param('id')}/${facts.dni}`, made)
    if (key !== undefined) answered.set(key, made)
    return c.json(toRegistryReply(made), 201)
  })

  return app
}

function toRegistryReply({ id, dni }: Person) {
  return { idCiudadano: id, otrosDatos: { dni }, message: '' }
}
