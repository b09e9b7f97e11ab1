import { z } from 'zod'
import { userIdSchema } from '../kernel/ids.ts'
import { areaPathSchema, municipalityPathSchema } from '../kernel/paths.ts'
import { idMuniCoreSchema } from '../places/documents/place-info.ts'
import { latLngSchema } from '../places/documents/location.ts'
import { roleSchema } from '../users/documents/role.ts'
import { toldSettingsShape } from '../places/documents/device-settings.ts'

/** Remote configuration (part 1, point 7): flags that change behaviour without a release. */
export const remoteConfigSchema = z.object({
  dev_new_login_method: z.boolean(),
  web_session_revokation_datetime: z.string(),
  show_new_type_question: z.boolean(),
})
export type RemoteConfig = Readonly<z.infer<typeof remoteConfigSchema>>

/** Who is signed in, as the device knows it: enough to ask `can()` without a network. */
export const profileSchema = z.object({
  id: userIdSchema,
  email: z.string(),
  userMuniCore: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  inspectorID: z.string(),
  /** the user's first role: it alone governs permissions */
  role: roleSchema,
  areas: z.array(areaPathSchema),
  municipality: z.object({
    path: municipalityPathSchema,
    nombre: z.string(),
    country: z.string(),
    /** its id in the management system; missing: not linked to it, or from a server that did not say yet */
    idMuniCore: idMuniCoreSchema.optional(),
    /** the form editor offers this user video attachments in its forms */
    videoAttachments: z.boolean().optional(),
    ...toldSettingsShape(['at home', 'everywhere']),
    /** centre of its maps; missing: not set */
    ubicacion: latLngSchema.optional(),
    /** what its screens look like; missing, each: like everybody's */
    brand: z.object({ logo: z.string().optional(), colour: z.string().optional() }).optional(),
  }),
  /** the other municipalities that the user has areas in; missing: from a server that did not say yet */
  municipalities: z
    .array(
      z.object({
        path: municipalityPathSchema,
        /** missing: from a server that did not say yet */
        nombre: z.string().optional(),
        ubicacion: latLngSchema.optional(),
        idMuniCore: idMuniCoreSchema.optional(),
        videoAttachments: z.boolean().optional(),
        ...toldSettingsShape(['everywhere']),
      }),
    )
    .optional(),
  config: remoteConfigSchema,
})
export type Profile = Readonly<z.infer<typeof profileSchema>>
