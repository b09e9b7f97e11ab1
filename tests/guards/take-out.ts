import { readFileSync } from 'node:fs'
import { type Guard, withoutGuard } from './guards.ts'
import { type Failure, failureOver } from './run-over.ts'

/** Number of test files tried first, and next, before all that load the file: most guards are noticed by near tests. */
const STEPS = [4, 16] as const
const LAST_STEP = 40

export type Verdict = { readonly by: Failure | undefined; readonly files: number }

const sound = new Map<string, Promise<boolean>>()

/** Whether a test file passes without a removed guard: one that always fails proves nothing. */
function isSound(file: string): Promise<boolean> {
  const known = sound.get(file) ?? failureOver(null, [file]).then((failure) => failure === undefined)
  sound.set(file, known)
  return known
}

/** Runs the test files that load the guard's file, nearest first, with the guard removed, until one fails. */
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
