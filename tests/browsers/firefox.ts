import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLimit } from '../journeys/support/waiting.ts'
import { COMMAND_LIMIT_MS, SIZE, withJson, type Browser } from './browser.ts'
import { startProgram } from './program.ts'

/** Contacts no external server, and asks the user nothing. */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

type Reply = { readonly id?: number; readonly result?: unknown; readonly error?: string; readonly message?: string }
type Event = { readonly method?: string; readonly params?: Readonly<Record<'level' | 'type' | 'text', string>> }
type Evaluated = {
  readonly result?: { readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}

/**
 * Headless Firefox through WebDriver BiDi, which it supports without a separate driver. @param folder of its profile
 */
export async function openFirefox(folder: string): Promise<Browser> {
  await mkdir(folder, { recursive: true })
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  )
  await writeFile(join(folder, 'user.js'), preferences.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0', 'about:blank']
  const program = startProgram('firefox-esr', args, { ...process.env, HOME: folder, LANG: 'en_US.UTF-8' })
  try {
    const [, address] = await program.says(/WebDriver BiDi listening on (ws:\S+)/)
    const faults: string[] = []
    const send = await connect(`${address}/session`, ({ method, params }) => {
      if (method === 'log.entryAdded' && params?.level === 'error') faults.push(`${params.type}: ${params.text}`)
    })
    const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
    })
    await send('session.subscribe', { events: ['log.entryAdded'] })
    const { contexts } = await send<{ contexts: readonly [{ context: string }] }>('browsingContext.getTree', {})
    const [{ context }] = contexts
    await send('browsingContext.setViewport', { context, viewport: SIZE })
    return {
      version: `Firefox ${capabilities.browserVersion}`,
      goTo: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'none' })),
      evaluate: async (run, argument) => {
        const { result, exceptionDetails } = await send<Evaluated>('script.callFunction', {
          functionDeclaration: withJson(run),
          arguments: [{ type: 'string', value: JSON.stringify(argument ?? null) }],
          target: { context },
          awaitPromise: true,
        })
        if (result?.value === undefined) throw new Error(`In the page: ${exceptionDetails?.text}`)
        return JSON.parse(result.value)
      },
      runScript: async (expression) =>
        void (await send('script.evaluate', { expression, target: { context }, awaitPromise: false })),
      act: async (actions) => void (await send('input.performActions', { context, actions })),
      chooseFile: async (selector, file) => {
        const locator = { type: 'css', value: selector }
        const { nodes } = await send<{ nodes: readonly { sharedId: string }[] }>('browsingContext.locateNodes', {
          context,
          locator,
        })
        const [node] = nodes
        if (node === undefined) throw new Error(`There is no ${selector}`)
        await send('input.setFiles', { context, element: { sharedId: node.sharedId }, files: [file] })
      },
      faults: () => faults,
      end: async () => program.kill(),
    }
  } catch (error) {
    program.kill()
    throw error
  }
}

async function connect(
  address: string,
  hear: (event: Event) => void,
): Promise<<Result>(method: string, params: object) => Promise<Result>> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (reply: Reply) => void>()
  let last = 0
  await withLimit(
    new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true })
      socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)), { once: true })
    }),
    COMMAND_LIMIT_MS,
    'a connection to Firefox',
  )
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Reply & Event
    if (message.id === undefined) hear(message)
    else waiting.get(message.id)?.(message)
  })
  return async <Result>(method: string, params: object) => {
    last += 1
    const id = last
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await withLimit(replied, COMMAND_LIMIT_MS, method)
    waiting.delete(id)
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`)
    return result as Result
  }
}
