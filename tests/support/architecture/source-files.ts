import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Packages } from './violations.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const FOLDERS = ['src', 'sw', 'functions', 'locales', 'tests']
const CODE = /\.(ts|tsx|mjs)$/
const NOT_OURS = new Set(['node_modules', 'dist', 'results'])

/** Every code file of the project, path to text; other files (styles, catalogues) are listed with an empty text. */
export function readProject(): ReadonlyMap<string, string> {
  const files = new Map([['vite.config.ts', readText('vite.config.ts')]])
  for (const folder of FOLDERS) addFiles(folder, files)
  return files
}

/** The content of package.json: all packages, those of a running server, and the files with side effects. */
export function readPackages(): Packages {
  const { dependencies, devDependencies, optionalDependencies, sideEffects } = JSON.parse(
    readText('package.json'),
  ) as PackageFile
  // Optional: the cloud host's packages, which a single machine does not need.
  const runtime = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]
  return {
    all: new Set([...runtime, ...Object.keys(devDependencies)]),
    runtime: new Set(runtime),
    effects: new Set(sideEffects),
  }
}

type PackageFile = {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly sideEffects: readonly string[]
}

function readText(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8')
}

function addFiles(folder: string, files: Map<string, string>): void {
  for (const entry of readdirSync(`${ROOT}${folder}`, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (!NOT_OURS.has(entry.name)) addFiles(path, files)
    } else if (!entry.name.endsWith('.d.ts')) {
      files.set(path, CODE.test(entry.name) ? readText(path) : '')
    }
  }
}
