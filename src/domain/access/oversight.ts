import type { Actor } from './actor.ts'
import { can } from './can.ts'
import { seesOnlyOwnAnswers } from './document-rules.ts'

/** Rights of a user to oversee the work of others, derived from the rights of the specification. */
export type Supervision = {
  /** may decide about held answers; true for roles that may correct the answers of others */
  readonly held: boolean
  /** may see which devices hold unsent data; true for roles that may create forms and read answers */
  readonly devices: boolean
  /** may see failed jobs; true for administrators of a municipality */
  readonly jobs: boolean
  /** may restore deleted answers; true for roles with the right to restore answers */
  readonly deleted: boolean
}

export function computeSupervision(actor: Actor): Supervision {
  return {
    held: !seesOnlyOwnAnswers(actor) && can(actor, 'correct', 'respuesta'),
    devices: can(actor, 'create', 'formulario') && can(actor, 'read', 'respuesta'),
    jobs: can(actor, 'manage', 'usuario_municipio'),
    deleted: can(actor, 'restore', 'respuesta'),
  }
}
