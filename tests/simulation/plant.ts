import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { MUTANTS, placesOf } from './mutants.ts'

/** `node --import ./tests/simulation/plant.ts` with MUTANT=name: the product is loaded with that bug in it. */
const mutant = MUTANTS.find(({ name }) => name === process.env['MUTANT'])
if (mutant === undefined) throw new Error(`No mutant is called ${process.env['MUTANT']}`)
const { file, find, replace } = mutant
const place = placesOf(find)
const target = new URL(file, new URL('../../', import.meta.url)).href

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (url !== target) return loaded
    const { source: loadedSource } = loaded
    const source = typeof loadedSource === 'string' ? loadedSource : new TextDecoder().decode(loadedSource ?? undefined)
    if ([...source.matchAll(place)].length !== 1)
      throw new Error(`${pathToFileURL(file).pathname} has to contain exactly once: ${find}`)
    return { ...loaded, source: source.replace(place, () => replace) }
  },
})
