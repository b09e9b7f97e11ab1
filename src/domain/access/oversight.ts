import type { Actor } from './actor.ts'
import { can } from './can.ts'
import { seesOnlyOwnAnswers } from './document-rules.ts'

/** Oversight of a user over others' work, derived from the rights of the specification. */
export type Oversight = {
  /** decides about held answers: may correct the answers of others */
  readonly held: boolean
  /** sees which devices hold unsent data: may create forms of an area and read their answers */
  readonly devices: boolean
  /** may see failed tasks in other systems; true for administrators of a municipality */
  readonly jobs: boolean
  /** restores deleted answers: administers a municipality and its answers */
  readonly deleted: boolean
}

export function computeOversight(actor: Actor): Oversight {
  return {
    held: !seesOnlyOwnAnswers(actor) && can(actor, 'correct', 'respuesta'),
    devices: can(actor, 'create', 'formulario') && can(actor, 'read', 'respuesta'),
    jobs: can(actor, 'manage', 'usuario_municipio'),
    deleted: can(actor, 'restore', 'respuesta'),
  }
}
