import { unreachable } from '../kernel/unreachable.ts'
import type { Actor } from './actor.ts'
import { can } from './can.ts'
import type { AccessRule } from './entry.ts'
import { computeSupervision, type Supervision } from './oversight.ts'

/** Checks whether an actor meets the access condition of a route or endpoint. */
export function meetsAccessRule(access: AccessRule, actor: Actor): boolean {
  switch (access.kind) {
    case 'public':
    case 'sender':
      return true
    case 'account':
      return actor.kind === 'staff'
    case 'citizen':
      return actor.kind === 'citizen'
    case 'token':
      return false
    case 'door':
      return can(actor, 'door', 'pago')
    case 'oversight':
      return hasSupervision(computeSupervision(actor), access.part)
    case 'right':
      return access.actions.some((action) => can(actor, action, access.subject))
    default:
      return unreachable(access)
  }
}

function hasSupervision(ownSupervision: Supervision, part: keyof Supervision | 'any'): boolean {
  return part === 'any' ? Object.values(ownSupervision).some(Boolean) : ownSupervision[part]
}
