import type { Actor } from './actor.ts'
import { can } from './can.ts'
import { seesOnlyOwnAnswers } from './document-rules.ts'

/** What a user looks after beyond their own work; no rights of the specification, but derived from those it has. */
export type Oversight = {
  /** decides about held answers: corrects the answers of others */
  readonly held: boolean
  /** sees which devices still hold work: makes the forms of an area and reads their answers */
  readonly devices: boolean
  /** sees what failed in other systems: administers a municipality */
  readonly jobs: boolean
  /** brings deleted answers back: administers a municipality, and its answers */
  readonly deleted: boolean
}

export function oversightOf(actor: Actor): Oversight {
  return {
    held: !seesOnlyOwnAnswers(actor) && can(actor, 'correct', 'respuesta'),
    devices: can(actor, 'create', 'formulario') && can(actor, 'read', 'respuesta'),
    jobs: can(actor, 'manage', 'usuario_municipio'),
    deleted: can(actor, 'restore', 'respuesta'),
  }
}
