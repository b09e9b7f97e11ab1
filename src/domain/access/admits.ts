import { unreachable } from '../kernel/unreachable.ts'
import type { Actor } from './actor.ts'
import { can } from './can.ts'
import type { AccessRule } from './entry.ts'
import { computeOversight, type Oversight } from './oversight.ts'

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
      return hasOversight(computeOversight(actor), access.part)
    case 'right':
      return access.actions.some((action) => can(actor, action, access.subject))
    default:
      return unreachable(access)
  }
}

function hasOversight(ownOversight: Oversight, part: keyof Oversight | 'any'): boolean {
  return part === 'any' ? Object.values(ownOversight).some(Boolean) : ownOversight[part]
}
