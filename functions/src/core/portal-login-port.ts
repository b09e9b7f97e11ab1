import type { PortalCitizen } from '#domain/citizens/index.ts'

/** `municipality`: idMuniCore, missing if the portal has only one; `record`: its record of the answer */
export type PortalLogin = Pick<PortalCitizen, 'id' | 'nombre' | 'apellido' | 'dni' | 'username'> & {
  readonly municipality?: number
  readonly record?: string
}
