import { createSocket } from 'node:dgram'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startSandbox } from './start.ts'
import { createWebhookSender, readWebhookSettings } from '#connectors/webhooks/post.ts'
import { createNameResolver } from '#connectors/webhooks/public-only.ts'
import { isPublicAddress } from '#connectors/webhooks/public-address.ts'

const deps = { timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds), failed: () => {} }
const message = (url: string) => ({ url, id: 'msg_1', at: 0, body: '{}', secrets: ['whsec_AAAA'] })
const production = createWebhookSender(deps, readWebhookSettings({}))

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '168.63.129.16',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'fec0::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'not an address',
    '',
  ])('of this machine, its networks or nobody is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '11.0.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4009::1'])(
    'that everybody means the same by is: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('where nothing is posted', () => {
  it.each([
    'http://hooks.example.org/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://intranet/',
    'https://hooks.example.org:22/',
    'https://hooks.example.org:25/',
    'https://hooks.example.org:6379/',
    'https://user:password@hooks.example.org/',
    'ftp://hooks.example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'hooks.example.org',
    '',
  ])('%s', async (url) => {
    expect(production.accepts(url)).toBe(false)
    expect(await production.post(message(url))).toEqual({ failure: 'address-refused' })
  })

  it.each([
    ['at all', [{ address: '127.0.0.1', family: 4 }]],
    [
      'also',
      [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    ],
    ['nowhere', []],
  ])('is a name that leads to this machine or its networks: %s', async (_, found) => {
    const sender = createWebhookSender(deps, { allowsLocal: false, resolve: (_name, done) => done(null, found) })
    expect(sender.accepts('https://hooks.example.org/')).toBe(true)
    expect(await sender.post(message('https://hooks.example.org/'))).toEqual({ failure: 'address-refused' })
  })

  it('is looked up once, and the connection goes to what was found then', async () => {
    const sandbox = await startSandbox()
    const url = new URL(sandbox.receiver.url)
    let looked = 0
    const sender = createWebhookSender(deps, {
      allowsLocal: true,
      resolve: (_name, done) => {
        looked += 1
        done(null, [{ address: '127.0.0.1', family: 4 }])
      },
    })
    url.hostname = 'hooks.example.org'
    expect(await sender.post(message(url.href))).toEqual({ status: 204 })
    expect([looked, sandbox.receiver.posts.length]).toEqual([1, 1])
    await sandbox.close()
  })
})

describe('a name server', () => {
  /** A name server that resolves every name to 10.0.0.1, or does not reply. */
  async function nameServer(isSilent: boolean) {
    const server = createSocket('udp4')
    server.on('message', (asked, { port, address }) => {
      if (isSilent) return
      const isIpv4 = asked.readUInt16BE(asked.indexOf(0, 12) + 1) === 1
      const question = asked.subarray(12, asked.indexOf(0, 12) + 5)
      const head = Buffer.from([...asked.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0])
      const answer = Buffer.from(isIpv4 ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 10, 0, 0, 1] : [])
      server.send(Buffer.concat([head, question, answer]), port, address)
    })
    await new Promise<void>((done) => server.bind(0, '127.0.0.1', done))
    const resolve = createNameResolver([`127.0.0.1:${server.address().port}`])
    const timeout = () => AbortSignal.timeout(300)
    return { server, sender: createWebhookSender({ ...deps, timeout }, { allowsLocal: false, resolve }) }
  }

  it.each([
    ['that leads to a private network leads nowhere', false, 'address-refused'],
    ['that says nothing keeps nobody longer than the bound', true, 'too-slow'],
  ])(
    '%s',
    async (_, isSilent, failure) => {
      const { server, sender } = await nameServer(isSilent)
      const posts = Array.from({ length: 8 }, () => sender.post(message('https://hooks.example.org/')))
      expect(await Promise.all(posts)).toEqual(posts.map(() => ({ failure })))
      server.close()
    },
    3_000,
  )
})

describe('a receiver on a bad day', () => {
  it('keeps no one longer than the bound, and is read no further than its status', async () => {
    const sandbox = await startSandbox()
    const quick = createWebhookSender({ ...deps, timeout: () => AbortSignal.timeout(300) }, { allowsLocal: true })
    const post = () => quick.post(message(sandbox.receiver.url))
    for (const [how, expected] of [
      ['silence', { failure: 'too-slow' }],
      ['failing', { status: 500, failure: 'status' }],
      ['redirect', { status: 302, failure: 'status' }],
      ['endless', { status: 200 }],
      ['trickle', { status: 200 }],
      ['html', { status: 200 }],
    ] as const) {
      sandbox.misbehave(how)
      expect([how, await post()]).toEqual([how, expected])
    }
    sandbox.misbehave(undefined)
    sandbox.receiver.loseReply()
    expect(await post()).toEqual({ failure: 'unreachable' })
    await sandbox.close()
    expect(await post()).toEqual({ failure: 'unreachable' })
  })

  it.each([
    ['wants another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade', 'unreachable'],
    ['has more to say, and never says it', 'HTTP/1.1 103 Early Hints', 'too-slow'],
    ['has a status that is none', 'HTTP/1.1 099 Nothing', 'status'],
    ['speaks no HTTP', 'SSH-2.0-hello', 'unreachable'],
  ])(
    'that %s has failed',
    async (_, reply, failure) => {
      const server = createServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.write(`${reply}\r\n\r\n`))
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      const quick = createWebhookSender({ ...deps, timeout: () => AbortSignal.timeout(300) }, { allowsLocal: true })
      expect(await quick.post(message(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))).toEqual({
        failure,
      })
      server.close()
    },
    3_000,
  )
})

it('only `1` allows receivers on this machine', () => {
  const allowed = [undefined, '', '0', 'no', 'true', '1'].map((one) => readWebhookSettings({ WEBHOOKS_LOCAL: one }))
  expect(allowed.map(({ allowsLocal }) => allowsLocal)).toEqual([false, false, false, false, false, true])
})
