import { mkdir } from 'node:fs/promises'
import { freePort } from '../journeys/support/prepared.ts'
import { eventually } from '../journeys/support/waiting.ts'
import { COMMAND_LIMIT_MS, SIZE, withJson, type Browser } from './browser.ts'
import { startProgram } from './program.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const END_LIMIT = 5_000
/** Without a graphics card and accessibility. */
const QUIET = {
  GTK_A11Y: 'none',
  NO_AT_BRIDGE: '1',
  LANG: 'en_US.UTF-8',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
}

/**
 * WebKitGTK on a virtual screen, through WebDriver, with page load strategy "none", because its own wait never ends
 * while the server is down. @param folder for the browser's data
 */
export async function openWebKit(folder: string): Promise<Browser> {
  await mkdir(folder, { recursive: true })
  const screen = `${SIZE.width + 100}x${SIZE.height + 200}x24`
  const xvfb = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], process.env)
  const programs = [xvfb]
  const kill = (): void => programs.forEach((program) => program.kill())
  try {
    const [, display] = await xvfb.says(/^(\d+)$/)
    const port = await freePort()
    const env = { ...process.env, ...QUIET, HOME: folder, XDG_RUNTIME_DIR: folder, DISPLAY: `:${display}` }
    programs.unshift(startProgram('WebKitWebDriver', [`--port=${port}`], env))
    const origin = `http://127.0.0.1:${port}`
    await eventually('WebKitWebDriver', async () => (await fetch(`${origin}/status`)).ok)
    const asked = { capabilities: { alwaysMatch: { pageLoadStrategy: 'none', acceptInsecureCerts: true } } }
    const opened = await send<{ sessionId: string; capabilities: { browserVersion: string } }>(
      `${origin}/session`,
      asked,
    )
    const at = `${origin}/session/${opened.sessionId}`
    await send(`${at}/window/rect`, SIZE)
    return {
      version: `WebKitGTK ${opened.capabilities.browserVersion}`,
      goTo: (url) => send(`${at}/url`, { url }),
      evaluate: async (run, argument) => {
        const script = `const [json, done] = arguments
          ;(${withJson(run)})(json).then((value) => done({ value }), (error) => done({ error: String(error) }))`
        const args = [JSON.stringify(argument ?? null)]
        const { value, error } = await send<{ value?: string; error?: string }>(`${at}/execute/async`, { script, args })
        if (value === undefined) throw new Error(`In the page: ${error}`)
        return JSON.parse(value)
      },
      runScript: (script) => send(`${at}/execute/sync`, { script, args: [] }),
      act: (actions) => send(`${at}/actions`, { actions }),
      chooseFile: async (selector, file) => {
        const found = await send<Record<string, string>>(`${at}/element`, { using: 'css selector', value: selector })
        await send(`${at}/element/${found[ELEMENT]}/value`, { text: file })
      },
      faults: () => [],
      // Requested first, because the driver closes its browser; a killed driver would leave it running.
      end: async () => {
        await fetch(at, { method: 'DELETE', signal: AbortSignal.timeout(END_LIMIT) }).catch(() => undefined)
        kill()
      },
    }
  } catch (error) {
    kill()
    throw error
  }
}

async function send<Result>(address: string, body: object): Promise<Result> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(COMMAND_LIMIT_MS),
  })
  const { value } = (await response.json()) as { readonly value: Result & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${address}: ${value.error}: ${value.message}`)
  return value
}
