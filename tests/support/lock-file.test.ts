import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

type Locked = {
  readonly version?: string
  readonly resolved?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const file = fileURLToPath(new URL('../../package-lock.json', import.meta.url))
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { readonly packages: Readonly<Record<string, Locked>> }

/** The package that Node would resolve, seen from another package. */
function lockedFor(path: string, name: string): Locked | undefined {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`]
    if (found !== undefined || at === '') return found
  }
}

it('names no registry, so that a clone installs from whichever its machine uses', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([])
})

// `npm ci` refuses an incomplete lock file, and other platforms would install without their compiled parts.
it('holds the compiled parts of every platform, in the version that is asked for', () => {
  const missing: string[] = []
  for (const [path, { optionalDependencies }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
      if (/^\d/.test(version) && lockedFor(path, name)?.version !== version) missing.push(`${path}: ${name} ${version}`)
    }
  }
  expect(missing).toEqual([])
})
