import assert from 'node:assert/strict'
import { unsettledPageSchema } from '#domain/citizens/index.ts'
import { type Answer, answerResponseSchema, answersPageSchema, type AnswerSummary } from '#domain/answers/index.ts'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import type { Person } from './town.ts'

/** The server's API, called as a supervisor's own program would. */
export type Supervisor = {
  /** every answer of a form, over all pages */
  readonly answersOf: (template: TemplateId) => Promise<readonly AnswerSummary[]>
  readonly answer: (id: AnswerId) => Promise<Answer>
  /** number of citizens that wait for a decision */
  readonly unsettledCitizens: () => Promise<number>
  readonly file: (answer: AnswerId, sha256: string) => Promise<Buffer>
}

export async function signInAs({ email, password }: Person, origin: string): Promise<Supervisor> {
  const signedIn = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  })
  assert.equal(signedIn.status, 200, `sign-in of ${email}`)
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

  async function get(path: string): Promise<Response> {
    const response = await fetch(origin + path, { headers: { cookie } })
    assert.equal(response.status, 200, `GET ${path}`)
    return response
  }
  return {
    answersOf: async (template) => {
      const all: AnswerSummary[] = []
      for (let place = ''; ;) {
        const { answers, next } = answersPageSchema.parse(
          await (await get(`/api/answers?template=${template}${place}`)).json(),
        )
        all.push(...answers)
        if (next === undefined) return all
        place = `&after=${encodeURIComponent(next)}`
      }
    },
    answer: async (id) => answerResponseSchema.parse(await (await get(`/api/answers/${id}`)).json()).answer,
    unsettledCitizens: async () => unsettledPageSchema.parse(await (await get('/api/citizens/unsettled')).json()).total,
    file: async (answer, sha256) =>
      Buffer.from(await (await get(`/api/answers/${answer}/files/${sha256}`)).arrayBuffer()),
  }
}
