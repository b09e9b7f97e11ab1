/** An input source in the format of both WebDriver protocols of the W3C, with its actions. */
type Actions = readonly {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' | 'touch' }
  readonly actions: readonly Readonly<Record<string, string | number>>[]
}[]

/** One browser window, with the functions of its driver. Every call has a time limit. */
export type Browser = {
  /** as reported by the browser */
  readonly version: string
  /** Starts to navigate and returns at once. */
  readonly goTo: (url: string) => Promise<void>
  /** Runs a function in the page. It cannot use variables from here; argument and result are JSON. */
  readonly evaluate: <Result, Argument>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ) => Promise<Result>
  /** Runs a script in the page, also where the page's policy allows none. */
  readonly runScript: (source: string) => Promise<void>
  readonly act: (actions: Actions) => Promise<void>
  /** Chooses a file in the first input that matches this CSS selector. */
  readonly chooseFile: (selector: string, file: string) => Promise<void>
  /** script errors, and violations of the page's policy in the console; empty if the driver hides them */
  readonly faults: () => readonly string[]
  readonly end: () => Promise<void>
}

/** A 10-inch tablet in portrait. */
export const SIZE = { width: 820, height: 1180 }
/** Time limit of one command, milliseconds. */
export const COMMAND_LIMIT_MS = 30_000

/** @returns the source of a function that takes one text and returns a promise of a text */
export function withJson(run: (...args: never[]) => unknown): string {
  return `async (json) => JSON.stringify((await (${run.toString()})(JSON.parse(json))) ?? null)`
}
