import type { PortalCitizen } from '#domain/documents/index.ts'

/** Whom the portal lets in. `municipality`: idMuniCore of the one whose citizen they are; missing where the portal has only one. `record`: what it has opened for what they are about to answer */
export type PortalLogin = Pick<PortalCitizen, 'id' | 'nombre' | 'apellido' | 'dni' | 'username'> & {
  readonly municipality?: number
  readonly record?: string
}
