import type { PortalCitizen } from '#domain/citizens/index.ts'

/**
 * The citizen of a portal token. `municipality`: idMuniCore, missing if the portal has only one. `record`: the portal's
 * record of the answer.
 */
export type PortalLogin = Pick<PortalCitizen, 'id' | 'nombre' | 'apellido' | 'dni' | 'username'> & {
  readonly municipality?: number
  readonly record?: string
}
