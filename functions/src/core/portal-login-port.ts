import type { PortalCitizen } from '#domain/citizens/index.ts'

/** `municipality`: idMuniCore, missing if the portal has but one; `record`: what it has opened for the answer */
export type PortalLogin = Pick<PortalCitizen, 'id' | 'nombre' | 'apellido' | 'dni' | 'username'> & {
  readonly municipality?: number
  readonly record?: string
}
