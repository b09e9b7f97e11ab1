import type { Author } from '#domain/kernel/index.ts'
import { PASSWORD } from './device.ts'
import { ORIGIN, type SimServer } from './server.ts'

/** Desks with a reliable connection, each with its user's own session, over the server's real routes. */
export type Desks = {
  /** @returns undefined when the server is down or refuses the sign-in; desks do not retry */
  ask(author: Author, method: string, path: string, body?: object): Promise<Response | undefined>
  /** the same, without a session */
  askUnknown(method: string, path: string, body: object): Promise<Response | undefined>
}

export function createDesks(server: () => SimServer): Desks {
  const cookies = new Map<Author, string>()

  async function signIn(author: Author): Promise<string | undefined> {
    const response = await request('POST', '/api/session', { email: author, password: PASSWORD }, {})
    const cookie = response?.headers
      .getSetCookie()
      .find((one) => one.startsWith('__session='))
      ?.split(';')[0]
    if (cookie !== undefined) cookies.set(author, cookie)
    return cookie
  }
  async function request(
    method: string,
    path: string,
    content: object | undefined,
    own: Readonly<Record<string, string>>,
  ): Promise<Response | undefined> {
    const body = content === undefined ? undefined : JSON.stringify(content)
    // Sent by every browser. Bodies without a length would need timers, which this world does not have.
    const about =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const headers = { ...own, origin: ORIGIN, ...about }
    const response = await server().handle(
      new Request(ORIGIN + path, { method, headers, ...(body === undefined ? {} : { body }) }),
    )
    if (response?.status === 400) throw new Error(`A desk says to ${path} what no server understands`)
    return response
  }

  return {
    askUnknown: (method, path, body) => request(method, path, body, {}),
    ask: async (author, method, path, body) => {
      for (let attempt = 0; attempt < 2; attempt++) {
        const cookie = cookies.get(author) ?? (await signIn(author))
        if (cookie === undefined) return undefined
        const response = await request(method, path, body, { cookie, 'x-relevo-account': author })
        if (response?.status !== 401) return response
        cookies.delete(author)
      }
      return undefined
    },
  }
}
