import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { buildFontFileName, SCRIPTS } from '../../../src/documents/pdf/index.ts'
import { callPage, openBrowser, openPage } from '../support/browser.ts'
import { bundlePage } from '../support/bundle.ts'
import { startServerProcess } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { withLimit } from '../support/limit.ts'
import { say, printTable } from '../support/report.ts'
import { median, rounded } from '../support/statistics.ts'
import { watchRenderers } from './memory.ts'
import { photosOfPaper, requestOfPaper } from './paper.ts'
import type { Printed } from './paper-process.ts'
import type { Figures } from './targets.ts'

const LIMIT = 180_000
const TIMES = 5

/** Prints an answer of twenty pages with ten photos: in Node next to pdfmake, and in a page. */
export async function measurePrinting(): Promise<Figures> {
  const relevo = await printed('relevo')
  const peer = await printed('pdfmake')
  const device = await onDevice()
  const row = (name: string, { first, seconds, pages, bytes, memory }: Printed): readonly string[] => [
    name,
    String(pages),
    first.toFixed(2),
    seconds.toFixed(2),
    (pages / seconds).toFixed(1),
    (bytes / 1024).toFixed(0),
    memory.toFixed(0),
  ]
  printTable([
    ['', 'pages', 'first, s', 'then, s', 'pages a second', 'KB', 'memory, MB'],
    row('relevo, Node', relevo),
    row('pdfmake, Node', peer),
    row('relevo, page', device),
  ])
  say('Memory: the most of the whole process; of a page what it grew by.')
  return {
    pdf_pages: relevo.pages,
    pdf_server_seconds: rounded(relevo.seconds),
    pdf_server_memory_mb: rounded(relevo.memory),
    pdf_device_seconds: rounded(device.seconds),
    pdf_device_memory_mb: rounded(device.memory),
    pdf_pages_over_pdfmake: rounded(relevo.pages / relevo.seconds / (peer.pages / peer.seconds)),
  }
}

async function printed(maker: 'relevo' | 'pdfmake'): Promise<Printed> {
  const file = fileURLToPath(new URL('paper-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, maker], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LIMIT,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await withLimit(new Promise((resolve) => child.on('close', resolve)), LIMIT, maker)
  if (code !== 0) throw new Error(`${maker} ended with ${String(code)}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Printed
}

async function onDevice(): Promise<Printed> {
  const server = await startServerProcess('spine/servers/bare.ts', [await temporaryFolder('paper')])
  const page = await openPage(
    await openBrowser(),
    `http://127.0.0.1:${server.port}`,
    await bundlePage('answering/pages/paper.ts'),
  )
  const { resolve } = createRequire(import.meta.url)
  const files = SCRIPTS.flatMap((script) => [buildFontFileName(script, 'normal'), buildFontFileName(script, 'bold')])
  const fonts = Object.fromEntries(
    files.map((file) => [file, readFileSync(resolve(`@fontsource/noto-sans/files/${file}`)).toString('base64')]),
  )
  const pictures = Object.fromEntries(
    photosOfPaper().map(({ sha256, bytes }) => [sha256, Buffer.from(bytes).toString('base64')]),
  )
  const memory = watchRenderers()
  const before = memory.now()
  const all: (readonly [number, number, number])[] = []
  for (let turn = 0; turn <= TIMES; turn += 1)
    all.push(await callPage(page, 'print', { request: requestOfPaper(), fonts, pictures }))
  const highest = memory.highest()
  memory.stop()
  const [first = [0, 0, 0], ...rest] = all
  return {
    first: first[0],
    seconds: median(rest.map(([seconds]) => seconds)),
    pages: first[1],
    bytes: first[2],
    memory: highest - before,
  }
}
