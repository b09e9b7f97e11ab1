import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listen, type Listening } from './listen.ts'

let listening: Listening | undefined
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listening?.close(0)
})

async function start(perAddress: number | undefined): Promise<number> {
  listening = await listen(async () => new Response('here'), { port: 0, host: '0.0.0.0', perAddress })
  return listening.port
}

/** A connection that says half a request, and whether the server kept it. The whole of 127.0.0.0/8 is this machine, so addresses are free. */
async function open(port: number, localAddress: string): Promise<{ readonly socket: Socket; readonly isKept: boolean }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  const isKept = await new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(false))
    setTimeout(() => resolve(true), 150)
  })
  return { socket, isKept }
}

async function asks(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString('latin1').slice(0, 12)))
    socket.write('\r\n')
  })
}

describe('the lines of one network address', () => {
  it('are so many at once; those of others stay open to them, and one that ends makes room', async () => {
    const port = await start(3)
    const first = await Promise.all([1, 2, 3].map(() => open(port, '127.0.0.2')))
    expect(first.map(({ isKept }) => isKept)).toEqual([true, true, true])
    expect((await open(port, '127.0.0.2')).isKept).toBe(false)
    const other = await open(port, '127.0.0.3')
    expect([other.isKept, await asks(other.socket)]).toEqual([true, 'HTTP/1.1 200'])
    first[0]?.socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await open(port, '127.0.0.2')).isKept).toBe(true)
  })

  it.each([
    ['behind a proxy', undefined, '127.0.0.2'],
    ['of this machine itself', 3, '127.0.0.1'],
  ])('are not counted %s', async (_, most, address) => {
    const port = await start(most)
    const all = await Promise.all(Array.from({ length: 8 }, () => open(port, address)))
    expect(all.every(({ isKept }) => isKept)).toBe(true)
  })
})
