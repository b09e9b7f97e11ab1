/** Builds the pages and the worker into dist/ when their sources are newer. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { ROOT } from './program-files.mjs'
import { readVersion } from './version.mjs'

/** Files and folders that a build depends on, from the root of the project. */
export const SOURCES = [
  'src',
  'sw',
  'locales',
  'public',
  'vite.config.ts',
  'functions/src/embedded/build-plugins',
  'package.json',
  'package-lock.json',
]
const DIST = join(ROOT, 'dist')
const MARKER = join(DIST, '.built')
/** Endings of files that are smaller when compressed. */
const COMPRESSIBLE = new Set(['.js', '.css', '.json', '.svg', '.wasm'])
const SMALLEST_TO_COMPRESS = 1024

/**
 * @param node the Node to build with
 * @param force build even when nothing changed
 * @returns whether dist/ is now up to date
 */
export async function ensureBuilt(node, { force = false } = {}) {
  const wanted = hashOfSources()
  if (!force && existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted) return true
  process.stdout.write('Building the app…\n')
  const code =
    (await runVite(node, { PAGES: 'publico' })) ||
    (await runVite(node)) ||
    (await runVite(node, { PAGES: 'ciudadano' }))
  if (code === 0) await compressAssets(join(DIST, 'assets'))
  // Written last, and deleted with dist/ by the next build, so that a partial build never counts as complete.
  if (code === 0) writeFileSync(MARKER, wanted)
  return code === 0
}

/** @returns the sizes of the current build's pages: `{ name, kb, budget }`, in thousands of bytes, compressed */
export function weighPages() {
  const file = join(DIST, '.pages.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/**
 * Writes a `.br` beside each file of this folder that http/static-files.ts serves compressed, at Brotli's highest
 * quality: 8 s of CPU once per build instead of 3 s at a lower quality in every new server. Only for files whose names
 * contain a hash, so that an older `.br` never belongs to a newer file.
 */
async function compressAssets(folder) {
  const compress = promisify(brotliCompress)
  const files = readdirSync(folder).filter((name) => COMPRESSIBLE.has(extname(name)))
  await Promise.all(
    files.map(async (name) => {
      const content = readFileSync(join(folder, name))
      if (content.length >= SMALLEST_TO_COMPRESS) await writeFile(join(folder, `${name}.br`), await compress(content))
    }),
  )
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesUnder).toSorted()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return /\.test\.tsx?$|\.md$/.test(path) ? [] : [path]
  return readdirSync(full).flatMap((name) => filesUnder(`${path}/${name}`))
}

/** @param more environment variables: which pages to build (vite.config.ts) */
function runVite(node, more = {}) {
  return new Promise((resolve, reject) => {
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
    const child = spawn(node, [vite, 'build', '--logLevel', 'warn'], {
      cwd: ROOT,
      // Always builds for production, whatever environment the caller (a test run) has.
      env: { ...process.env, NODE_ENV: 'production', VITEST: undefined, APP_BUILD: readVersion(), ...more },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: 10 * 60_000,
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
