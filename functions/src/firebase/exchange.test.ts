import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { forwardRequest } from './exchange.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Sends a request to a function with this reply. @returns how the exchange ended */
async function exchanged(answer: () => Response, leave: boolean): Promise<'done' | Error> {
  return new Promise((resolve) => {
    const server = createServer((incoming, outgoing) => {
      forwardRequest(async () => answer(), incoming, outgoing).then(() => resolve('done'), resolve)
    })
    servers.push(server)
    server.listen(0, '127.0.0.1', () => {
      const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, (response) => {
        response.on('error', () => undefined)
        response.once('data', () => leave && response.destroy())
      })
      request.on('error', () => undefined)
    })
  })
}

/** Sends some data, then continues or fails. */
function streamOf(next: (controller: ReadableStreamDefaultController<Uint8Array>) => void): () => Response {
  const bytes = new TextEncoder().encode('x'.repeat(1000))
  return () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytes),
        pull: async (controller) => {
          await new Promise((resolve) => setImmediate(resolve))
          next(controller)
        },
      }),
    )
}

describe('an answer of a function', () => {
  it('that breaks in the middle is reported to anyone who runs the function', async () => {
    const ended = await exchanged(
      streamOf((controller) => controller.error(new Error('the bucket is gone'))),
      false,
    )
    expect(String(ended)).toContain('the bucket is gone')
  })

  it('ends quietly with a client that leaves', async () => {
    const more = new TextEncoder().encode('y'.repeat(100_000))
    expect(
      await exchanged(
        streamOf((controller) => controller.enqueue(more)),
        true,
      ),
    ).toBe('done')
  })
})
