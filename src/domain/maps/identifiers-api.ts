import { z } from 'zod'
import { municipalityPathSchema } from '../kernel/paths.ts'
import { pointQuerySchema } from './map-api.ts'

/** Assets of the management system (part 1, points 3 and 7), by the callable convention; all input is text. */

const textSchema = z.string().max(255)
const idSchema = textSchema.min(1)

/** Search radius of the specification, in units of the management system. */
export const IDENTIFIER_RADIUS = '1'
/** Maximum assets shown next to a map. */
export const MAX_IDENTIFIERS = 50

/**
 * Common input: the caller's username in the management system, and the form's municipality, which determines the cloud
 * that its management system runs on. The municipality is not in the specification; default: the municipality of the
 * username.
 */
const requester = { username: idSchema, municipality: municipalityPathSchema.optional() }

const degrees = { latitude: pointQuerySchema.shape.latitude, longitude: pointQuerySchema.shape.longitude }
const placeSchema = z.object({ latitud: z.number().min(-90).max(90), longitud: z.number().min(-180).max(180) })

/** getIdentifiers: assets near a point that an incident of this type can be linked to. */
export const identifiersCallSchema = z.object({
  latitud: degrees.latitude,
  longitud: degrees.longitude,
  tipoIncidenteId: idSchema,
  radio: z.literal(IDENTIFIER_RADIUS),
  ...requester,
})
export type IdentifiersCall = Readonly<z.infer<typeof identifiersCallSchema>>
export const identifierSchema = z.object({
  idIdentificador: idSchema,
  descripcion: z.string().max(1000),
  descripcionIdentificadorTipo: textSchema,
  direccion: z.string().max(1000),
  geolocalizaciones: z.array(placeSchema).max(100),
  /** address of its icon on our server; missing: no icon. Pages never request the original address */
  iconoUrl: z.string().max(8_000).optional(),
})
export type Identifier = Readonly<z.infer<typeof identifierSchema>>
export const identifiersSchema = z.object({
  status: z.literal('ok'),
  result: z.array(identifierSchema).max(MAX_IDENTIFIERS),
})

/** `GET /api/identifiers/icon`: icon of an asset, by the signed address from `getIdentifiers` of the same account. */
export const iconQuerySchema = z.strictObject({
  url: z.string().min(1).max(2_000),
  signature: z.string().length(64),
})
/** Maximum bytes of an icon, shown at text size. */
export const MAX_ICON_BYTES = 256 * 1024

/** getIdentifierDataById: data of one asset. */
export const identifierCallSchema = z.object({ idIdentifier: idSchema, ...requester })
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
