import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limitConnectionsPerAddress, startListening, type RunningListener } from './listen.ts'

let listening: RunningListener | undefined
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listening?.close(0)
})

async function start(perAddress: number | undefined): Promise<number> {
  listening = await startListening(async () => new Response('here'), { port: 0, host: '0.0.0.0', perAddress })
  return listening.port
}

/**
 * A connection that sends one request and stays open, like browsers, and whether the server answered it or closed it.
 * All of 127.0.0.0/8 is this machine, so addresses are free.
 */
async function open(
  port: number,
  localAddress: string,
): Promise<{ readonly socket: Socket; readonly isKept: boolean }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const isKept = await new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(false))
    socket.once('data', (bytes) => resolve(bytes.toString('latin1').startsWith('HTTP/1.1 200')))
  })
  return { socket, isKept }
}

describe('the lines of one network address', () => {
  it('are so many at once; those of others stay open to them, and one that ends makes room', async () => {
    const port = await start(3)
    const first = await Promise.all([1, 2, 3].map(() => open(port, '127.0.0.2')))
    expect(first.map(({ isKept }) => isKept)).toEqual([true, true, true])
    expect((await open(port, '127.0.0.2')).isKept).toBe(false)
    expect((await open(port, '127.0.0.3')).isKept).toBe(true)
    first[0]?.socket.destroy()
    await vi.waitFor(async () => expect((await open(port, '127.0.0.2')).isKept).toBe(true))
    expect((await open(port, '127.0.0.2')).isKept).toBe(false)
  })

  it.each([
    ['behind a proxy', undefined, '127.0.0.2'],
    ['of this machine itself', 3, '127.0.0.1'],
  ])('are not counted %s', async (_, most, address) => {
    const port = await start(most)
    const all = await Promise.all(Array.from({ length: 8 }, () => open(port, address)))
    expect(all.every(({ isKept }) => isKept)).toBe(true)
  })

  it('are those of the whole network in IPv6, where one subscriber has more addresses than anybody could count', () => {
    const server = new EventEmitter()
    limitConnectionsPerAddress(server as unknown as Pick<Server, 'on'>, 2)
    const isCut = (remoteAddress: string): boolean => {
      const destroy = vi.fn()
      server.emit('connection', Object.assign(new EventEmitter(), { remoteAddress, destroy }))
      return destroy.mock.calls.length > 0
    }
    expect(['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:3::1'].map(isCut)).toEqual([
      false,
      false,
      true,
      false,
    ])
  })
})
