import { z } from 'zod'
import { userIdSchema } from '../kernel/ids.ts'
import { areaPathSchema, municipalityPathSchema } from '../kernel/paths.ts'
import { idMuniCoreSchema } from '../places/documents/place-info.ts'
import { latLngSchema } from '../places/documents/location.ts'
import { roleSchema } from '../users/documents/role.ts'
import { buildDeviceSettingsShape } from '../places/documents/device-settings.ts'

/** Remote configuration (part 1, point 7): flags that change behaviour without a new release. */
export const remoteConfigSchema = z.object({
  dev_new_login_method: z.boolean(),
  web_session_revokation_datetime: z.string(),
  show_new_type_question: z.boolean(),
})
export type RemoteConfig = Readonly<z.infer<typeof remoteConfigSchema>>

/** The signed-in user as known to the device; sufficient to evaluate `can()` offline. */
export const profileSchema = z.object({
  id: userIdSchema,
  email: z.string(),
  userMuniCore: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  inspectorID: z.string(),
  /**
   * the user's first role; it alone determines permissions. If this app does not know the role, it uses the role with
   * the fewest rights
   */
  role: roleSchema.catch('ROLE_GENERADOR_RESPUESTAS'),
  areas: z.array(areaPathSchema),
  municipality: z.object({
    path: municipalityPathSchema,
    nombre: z.string(),
    country: z.string(),
    /** id in the management system; missing if not linked, or if the server is older */
    idMuniCore: idMuniCoreSchema.optional(),
    /** whether the form editor offers video attachments to this user */
    videoAttachments: z.boolean().optional(),
    ...buildDeviceSettingsShape(['at home', 'everywhere']),
    /** centre of maps; missing if not set */
    ubicacion: latLngSchema.optional(),
    /** logo and colour of screens; missing fields have defaults */
    brand: z.object({ logo: z.string().optional(), colour: z.string().optional() }).optional(),
    /** the language that the municipality has translated itself, and the address of its catalogue */
    language: z.object({ name: z.string(), tag: z.string(), url: z.string() }).optional(),
  }),
  /** other municipalities in which the user has areas; missing if the server is older */
  municipalities: z
    .array(
      z.object({
        path: municipalityPathSchema,
        /** missing if the server is older */
        nombre: z.string().optional(),
        ubicacion: latLngSchema.optional(),
        idMuniCore: idMuniCoreSchema.optional(),
        videoAttachments: z.boolean().optional(),
        ...buildDeviceSettingsShape(['everywhere']),
      }),
    )
    .optional(),
  config: remoteConfigSchema,
})
export type Profile = Readonly<z.infer<typeof profileSchema>>
export type LanguageOffer = Readonly<NonNullable<Profile['municipality']['language']>>
