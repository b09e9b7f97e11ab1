import { ok } from '#domain/kernel/index.ts'
import type { Attempt } from '../ports.ts'

/** A job whose reason is gone by now: it is over, and says nothing of how the system is that it would have asked. */
export const NOTHING_TO_DO: Attempt = { ...ok({ id: '' }), system: 'not-asked' }
