import { actorOfUser, can } from '#domain/access/index.ts'
import type { User } from '#domain/documents/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { z } from 'zod'
import type { Core } from '../context.ts'
import type { Guard } from '../sessions/guard.ts'

/** One request under the callable convention. `data` is what the client sent, unparsed. */
export type Call = { readonly core: Core; readonly guard: Guard; readonly request: Request; readonly data: unknown }

/** One call of the specification; what it gives goes out as `{ result }`. */
export type Callable = (call: Call) => Promise<Result<unknown>>

/**
 * Who calls and what for, of a call that belongs to the form editor: for those who may create or change forms.
 * Refuses like the guard, with access.forbidden, and with request.malformed.
 */
export async function askedByEditor<T>({ guard, request, data }: Call, schema: z.ZodType<T>): Promise<Result<{ readonly user: User; readonly data: T }>> {
  const signedIn = await guard.staff(request)
  if (!signedIn.ok) return signedIn
  const { user } = signedIn.value
  const actor = actorOfUser(user)
  if (!can(actor, 'create', 'formulario') && !can(actor, 'update', 'formulario')) return refuse('access.forbidden')
  const parsed = schema.safeParse(data)
  return parsed.success ? ok({ user, data: parsed.data }) : refuse('request.malformed')
}
