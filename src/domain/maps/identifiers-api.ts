import { z } from 'zod'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { pointQuerySchema } from './map-api.ts'

/** Assets of the management system (part 1, points 3 and 7), by the callable convention; all that is asked is text. */

const textSchema = z.string().max(255)
const idSchema = textSchema.min(1)

/** The specification's radius of a search, in the units of the management system. */
export const IDENTIFIER_RADIUS = '1'
/** More than anybody looks through beside a map. */
export const MAX_IDENTIFIERS = 50

/** Asked under the caller's own name of the management system. `municipality`: the form's, in whose cloud it is; not in
 * the specification, and without it the municipality of that name counts. */
const asker = { username: idSchema, municipality: municipalityPathSchema.optional() }

const degrees = { latitude: pointQuerySchema.shape.latitude, longitude: pointQuerySchema.shape.longitude }
const placeSchema = z.object({ latitud: z.number().min(-90).max(90), longitud: z.number().min(-180).max(180) })

/** getIdentifiers: the assets near a point to which an incident of that type can be tied. */
export const identifiersCallSchema = z.object({
  latitud: degrees.latitude,
  longitud: degrees.longitude,
  tipoIncidenteId: idSchema,
  radio: z.literal(IDENTIFIER_RADIUS),
  ...asker,
})
export type IdentifiersCall = Readonly<z.infer<typeof identifiersCallSchema>>
export const identifierSchema = z.object({
  idIdentificador: idSchema,
  descripcion: z.string().max(1000),
  descripcionIdentificadorTipo: textSchema,
  direccion: z.string().max(1000),
  geolocalizaciones: z.array(placeSchema).max(100),
  /** its icon on our server, for the caller; missing: none. No page asks at the specification's other address */
  iconoUrl: z.string().max(8_000).optional(),
})
export type Identifier = Readonly<z.infer<typeof identifierSchema>>
export const identifiersSchema = z.object({
  status: z.literal('ok'),
  result: z.array(identifierSchema).max(MAX_IDENTIFIERS),
})

/** `GET /api/identifiers/icon`: the icon behind an address that `getIdentifiers` gave to the same account. */
export const iconQuerySchema = z.strictObject({
  url: z.string().min(1).max(2_000),
  signature: z.string().length(64),
})
/** An icon is drawn at the size of a line. */
export const MAX_ICON_BYTES = 256 * 1024

/** getIdentifierDataById: one of them. */
export const identifierCallSchema = z.object({ idIdentifier: idSchema, ...asker })
export type IdentifierCall = Readonly<z.infer<typeof identifierCallSchema>>
export const identifierDataSchema = z.object({
  idIdentificador: idSchema,
  descripcion: z.string().max(1000),
  tipoIdentificador: textSchema,
  direccion: z.string().max(1000),
  geometria: z.object({ geolocalizacion: z.array(placeSchema).max(100) }),
})
export type IdentifierData = Readonly<z.infer<typeof identifierDataSchema>>
export const identifierReplySchema = z.object({ status: z.literal('ok'), result: identifierDataSchema })
