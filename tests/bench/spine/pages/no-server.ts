import type { SyncDeps } from '../../../../src/sync/index.ts'
import type { Mutation } from '../../../../src/domain/sync/index.ts'

/**
 * A network without a server: files and answers are received at once within the page. The result is the device's own
 * work, which no server can make faster.
 */
export function withoutServer(fetch: SyncDeps['fetch']): SyncDeps['fetch'] {
  let codes = 0
  return async (path, init) => {
    const headers = new Headers(init.headers)
    if (path === '/api/uploads') {
      return new Response(null, {
        status: 201,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': headers.get('upload-length') ?? '',
          location: '/api/uploads/x',
        },
      })
    }
    if (path !== '/api/sync/push') return fetch(path, init)
    const { mutations } = JSON.parse(init.body as string) as { readonly mutations: readonly Mutation[] }
    const serverTime = new Date().toISOString()
    const results = mutations.map(({ id, answer, files }) => {
      codes += 1
      return {
        id,
        answer,
        status: 'applied',
        version: 1,
        code: `SOLO${codes}`,
        receivedAt: serverTime,
        receipt: files.map(({ sha256, bytes }) => ({ sha256, bytes })),
      }
    })
    return Response.json({ serverTime, results })
  }
}
