import { Hono } from 'hono'
import { toInstant } from '#domain/kernel/index.ts'
import { MAX_PUSH_BYTES, PROTOCOL_VERSION, PUBLIC_AUTHOR, pushRequestSchema } from '#domain/sync/index.ts'
import type { PushResponse } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { readJson } from '../http/body.ts'
import { refused, refusedFor } from '../http/problems.ts'
import { judgeAll } from '../push/judge.ts'
import { paceOfPublic } from '../push/public-pace.ts'
import type { Guard } from '../sessions/guard.ts'

/** A client that is newer than the server: it waits for the server to be brought up to date. Older versions are still understood. */
function isNewer(body: unknown): boolean {
  const protocol = typeof body === 'object' && body !== null && 'protocol' in body ? body.protocol : undefined
  return typeof protocol === 'number' && protocol > PROTOCOL_VERSION
}

export function pushRoutes(core: Core, guard: Guard): Hono {
  return new Hono().post('/sync/push', async (c) => {
    // Before the body: only an account with a session may make the server keep and parse as much as a push holds.
    const sender = await guard.sender(c.req.raw)
    if (!sender.ok) return refused(sender.problem)
    const pace = paceOfPublic(core, core.options.addressOf?.(c.req.raw, c.env))
    if (sender.value.live === undefined) {
      const paused = await pace.ask()
      if (!paused.ok) return refusedFor(paused.problem.code, paused.problem.details)
    }
    const body = await readJson(c.req.raw, sender.value.live === undefined ? core.tuning.publicBodyBytes : MAX_PUSH_BYTES)
    if (!body.ok) return refused(body.problem)
    if (isNewer(body.value)) return refusedFor('request.unsupported-protocol', { supported: PROTOCOL_VERSION })
    const request = pushRequestSchema.safeParse(body.value)
    if (!request.success) return refusedFor('request.malformed')
    const author = guard.author(sender.value, request.data.account)
    if (!author.ok) return refused(author.problem)
    const { mutations, protocol } = request.data
    if (author.value === PUBLIC_AUTHOR) {
      const counted = await pace.count(mutations)
      if (!counted.ok) return refusedFor(counted.problem.code, counted.problem.details)
    }
    const results = await judgeAll(core, author.value, mutations, protocol)
    const response: PushResponse = { serverTime: toInstant(core.ports.clock()), results: [...results] }
    return c.json(response)
  })
}
