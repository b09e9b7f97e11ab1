import { readFileSync } from 'node:fs'
import { type Guard, withoutGuard } from './guards.ts'
import { type Failure, failureOver } from './run-over.ts'

/** Test files tried first, then how many more, up to all that load the file: most guards are noticed beside it. */
const STEPS = [4, 16] as const
const LAST_STEP = 40

export type Verdict = { readonly by: Failure | undefined; readonly files: number }

const sound = new Map<string, Promise<boolean>>()

/** Whether a test file passes as long as nothing is taken out: one that fails anyway has noticed nothing. */
function isSound(file: string): Promise<boolean> {
  const known = sound.get(file) ?? failureOver(null, [file]).then((failure) => failure === undefined)
  sound.set(file, known)
  return known
}

/** Runs all test files that load the guard's, the nearest first, over a product without it, until one fails. */
export async function takeOut(guard: Guard, tests: readonly string[]): Promise<Verdict> {
  const text = withoutGuard(readFileSync(new URL(`../../${guard.file}`, import.meta.url), 'utf8'), guard)
  let files = 0
  for (let step = 0; files < tests.length; step += 1) {
    const size = STEPS[step] ?? LAST_STEP
    let some = tests.slice(files, files + size)
    files += some.length
    while (some.length > 0) {
      const by = await failureOver({ file: guard.file, text }, some)
      if (by === undefined) break
      if (by.file === undefined || (await isSound(by.file))) return { by, files }
      some = some.filter((file) => file !== by.file)
    }
  }
  return { by: undefined, files }
}
