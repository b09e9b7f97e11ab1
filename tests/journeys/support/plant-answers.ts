import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AnswerId } from '#domain/kernel/index.ts'
import { currentRun } from './prepared.ts'
import type { Tablet } from './tablet.ts'
import { NOTE_FORM, type Person } from './town.ts'

let script: Promise<string> | undefined

/** Queues answers on this tablet, each with a photo of `bytes` (default: a small one), and sends none. @returns ids */
export async function plantAnswers(
  tablet: Tablet,
  person: Person,
  { count, batch, bytes = 0 }: { readonly count: number; readonly batch: string; readonly bytes?: number },
): Promise<readonly AnswerId[]> {
  script ??= keptBundle()
  await tablet.page.evaluate(await script)
  const order = { account: person.id, template: NOTE_FORM.id, version: NOTE_FORM.version, count, batch, bytes }
  return tablet.page.evaluate(async (given) => {
    const { relevoHelper } = globalThis as unknown as {
      relevoHelper: { plant(order: unknown): Promise<readonly AnswerId[]> }
    }
    return relevoHelper.plant(given)
  }, order)
}

/** The first journey of a run that plants answers builds the bundle; the others share it. */
async function keptBundle(): Promise<string> {
  const kept = join(currentRun().home, 'device-helper.js')
  const found = await readFile(kept, 'utf8').catch(() => undefined)
  if (found !== undefined) return found
  const built = await bundle()
  const part = `${kept}.${process.pid}`
  await writeFile(part, built)
  await rename(part, kept)
  return built
}

/** Bundles a classic script with all its imports. */
async function bundle(): Promise<string> {
  // The builder takes a second to load and is not needed if the bundle exists.
  const { build } = await import('vite')
  const { removeUnusedZodPlugin } = await import('#embedded/build-plugins/lean-libraries.ts')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    publicDir: false,
    // Without compiled schemas, which the page's content security policy forbids.
    plugins: [removeUnusedZodPlugin()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('device-helper.ts', import.meta.url)),
        formats: ['iife'],
        name: 'relevoHelper',
        fileName: 'helper',
      },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    'output' in result ? result.output : [],
  )
  const chunk = outputs.find((output) => output.type === 'chunk' && output.isEntry)
  if (chunk?.type !== 'chunk') throw new Error('The helper could not be built')
  // Run by `eval`, where a `var` would not become global.
  return `${chunk.code}\n;globalThis.relevoHelper = relevoHelper`
}
