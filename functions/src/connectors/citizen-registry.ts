import { z } from 'zod'
import type { CreateCitizenCall, RegisteredCitizenWithNumber } from '#domain/citizens/index.ts'
import { citizenIdSchema, ok, refuse, type CitizenId, type Result } from '#domain/kernel/index.ts'
import {
  callExternalSystem,
  buildReplyReceivedFlag,
  type ReplyReceivedFlag,
  type ExternalSystem,
  type ExternalSystemDeps,
  type ExternalReply,
} from './http.ts'

/**
 * Cleans text, and truncates it if it is too long for our documents. `whole` replaces long text with an empty text
 * instead, because old registries have values that forms reject.
 */
const text = (max: number) =>
  z
    .string()
    .nullish()
    .transform((value) => cleanText(value ?? '').slice(0, max))
const whole = (max: number) => text(Number.MAX_SAFE_INTEGER).transform((read) => (read.length > max ? '' : read))
/** Some installations use numeric ids, others use names. */
const idSchema = z.union([z.string(), z.number().int()]).transform(String).pipe(citizenIdSchema)

const foundSchema = z.object({
  ciudadano: z
    .object({
      id: idSchema,
      nombre: text(255),
      apellido: text(255),
      dni: whole(20),
      email: whole(254),
      telefono: whole(20),
      calle: text(255),
    })
    .nullable(),
})
const createdSchema = z.object({
  idCiudadano: idSchema,
  otrosDatos: z.object({ dni: whole(20) }),
  message: text(500),
})
const refusedSchema = z.object({ message: text(500) })

export type CitizenRegistryClient = {
  /**
   * `POST /municipios/{idMuniCore}/ciudadanos/busqueda` `{ "dni" }` or `{ "hash" }`. For a legal entity, `dni` is the
   * tax number and the surname is 'Dummy'. POST keeps ID numbers out of URL logs. 200 `{ "ciudadano": null }` means not
   * found. Any other reply is citizen.search-failed, also a 404, which any proxy may send.
   */
  find(
    by: { readonly dni: string } | { readonly hash: string },
    municipality: number,
  ): Promise<Result<RegisteredCitizenWithNumber | null> & ReplyReceivedFlag>
  /**
   * `POST /municipios/{idMuniCore}/ciudadanos` `{ "nombre", "apellido", "dni", "email", "telefono", "calle",
   * "tipoDocumentoId" }` returns 201, or 200 for a known key, `{ "idCiudadano": "9002", "otrosDatos": { "dni" },
   * "message" }`. Errors are citizen.create-failed; 409 and 422 `{ "message" }` have a message for the user.
   * @param key Idempotency-Key
   */
  create(
    citizen: Omit<CreateCitizenCall, 'municipioPath'>,
    municipality: number,
    key: string,
  ): Promise<Result<{ readonly id: CitizenId; readonly dni: string; readonly message: string }>>
}

/** Client of the municipal citizen registry. */
export function createCitizenRegistryClient(deps: ExternalSystemDeps, system: ExternalSystem): CitizenRegistryClient {
  /** Logs a reply with an unexpected status or shape. */
  function unreadable(reply: ExternalReply | undefined): void {
    if (reply !== undefined)
      deps.failed({ system: system.name, why: `status ${reply.status}, or a reply of another shape` })
  }
  const at = (municipality: number, ...more: readonly string[]) => [
    'municipios',
    String(municipality),
    'ciudadanos',
    ...more,
  ]

  return {
    find: async (by, municipality) => {
      const path = at(municipality, 'busqueda')
      const reply = await callExternalSystem(deps, system, { method: 'POST', path, body: by })
      const parsed = reply?.status === 200 ? foundSchema.safeParse(reply.json) : undefined
      if (parsed?.success === true) return ok(parsed.data.ciudadano)
      unreadable(reply)
      return { ...refuse('citizen.search-failed'), ...buildReplyReceivedFlag(reply) }
    },

    create: async (citizen, municipality, key) => {
      const path = at(municipality)
      const reply = await callExternalSystem(deps, system, { method: 'POST', path, body: citizen, idempotencyKey: key })
      const parsed = reply?.status === 200 || reply?.status === 201 ? createdSchema.safeParse(reply.json) : undefined
      if (parsed?.success === true) {
        const { idCiudadano: id, otrosDatos, message } = parsed.data
        return ok({ id, dni: otrosDatos.dni, message })
      }
      const refused = reply?.status === 409 || reply?.status === 422 ? refusedSchema.safeParse(reply.json) : undefined
      if (refused?.success === true) return refuse('citizen.create-failed', { message: refused.data.message })
      unreadable(reply)
      return refuse('citizen.create-failed')
    },
  }
}

/** Reduces text to one line of well-formed characters, as forms require. */
function cleanText(typed: string): string {
  return typed
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
}
