import { Hono } from 'hono'
import type { Answer, User } from '#domain/documents/index.ts'
import { ok } from '#domain/kernel/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { answersQuerySchema } from '#domain/sync/index.ts'
import { findAnswer } from '../answers/find-answer.ts'
import { listAnswers, seekAnswers } from '../answers/list-answers.ts'
import { serveFile } from '../answers/serve-file.ts'
import type { Core } from '../context.ts'
import { findHeld } from '../held/find-held.ts'
import { refused, refusedFor } from '../http/problems.ts'
import type { Store } from '../ports.ts'
import type { Guard } from '../sessions/guard.ts'

const NO_STORE = { 'cache-control': 'no-store' }

/** Reading what came in: the list of a form, one answer, one of its files. */
export function answerRoutes({ ports }: Core, guard: Guard): Hono {
  const { store, files } = ports
  const routes = new Hono()

  routes.get('/answers', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const query = answersQuerySchema.safeParse(c.req.query())
    if (!query.success) return refusedFor('request.malformed')
    const { template, page: number, code } = query.data
    const page = await (code === '' ? listAnswers(store, signedIn.value.user, template, number) : seekAnswers(store, signedIn.value.user, template, code))
    return page.ok ? c.json(page.value, 200, NO_STORE) : refused(page.problem)
  })

  routes.get('/answers/:id', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const answer = await findAnswer(store, signedIn.value.user, c.req.param('id'))
    return answer.ok ? c.json({ answer: answer.value }, 200, NO_STORE) : refused(answer.problem)
  })

  routes.get('/answers/:id/files/:sha256', async (c) => {
    const signedIn = await guard.staff(c.req.raw)
    if (!signedIn.ok) return refused(signedIn.problem)
    const answer = await withFiles(store, signedIn.value.user, c.req.param('id'))
    if (!answer.ok) return refused(answer.problem)
    const file = fileNamed(answer.value, c.req.param('sha256'))
    return file === undefined ? refusedFor('file.missing') : serveFile(files, file, c.req.raw)
  })

  return routes
}

/** Who decides about a held answer sees its photos, too; an answer has one place or the other. */
async function withFiles(store: Store, user: User, id: string): Promise<Result<Answer>> {
  const answer = await findAnswer(store, user, id)
  if (answer.ok) return answer
  const held = await findHeld(store, user, id)
  return held.ok ? ok(held.value.answer) : answer
}

/** Only a file that this answer names: the right to one answer is no key to the whole file store. */
function fileNamed(answer: Answer, sha256: string): Answer['files'][number] | undefined {
  return answer.files.find((file) => file.sha256 === sha256)
}
