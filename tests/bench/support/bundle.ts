import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/**
 * Bundles one of the bench's pages as a minified production module; all systems are built alike.
 * @param file relative to tests/bench
 */
export async function bundlePage(file: string): Promise<string> {
  const entry = fileURLToPath(new URL(`../${file}`, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: 'page' },
      rollupOptions: { output: { codeSplitting: false } },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    'output' in result ? result.output : [],
  )
  const chunk = outputs.find((output) => output.type === 'chunk' && output.isEntry)
  if (chunk?.type !== 'chunk') throw new Error(`${file} gave no module`)
  return chunk.code
}
