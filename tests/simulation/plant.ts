import { registerHooks } from 'node:module'
import { MUTANTS, plantedIn } from './mutants.ts'

/** Loads the product with a planted bug: `node --import ./tests/simulation/plant.ts` with MUTANT=name. */
const mutant = MUTANTS.find(({ name }) => name === process.env['MUTANT'])
if (mutant === undefined) throw new Error(`No mutant is called ${process.env['MUTANT']}`)
const target = new URL(mutant.file, new URL('../../', import.meta.url)).href

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (url !== target) return loaded
    const { source: loadedSource } = loaded
    const source = typeof loadedSource === 'string' ? loadedSource : new TextDecoder().decode(loadedSource ?? undefined)
    return { ...loaded, source: plantedIn(source, mutant) }
  },
})
